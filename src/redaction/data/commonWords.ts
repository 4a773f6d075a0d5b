/** Words that appear most often in published lists of passwords. */
export const commonWords = `
password passwort passw secret admin administrator root user login welcome letmein master test testing guest default
changeme hello love monkey dragon shadow sunshine princess football baseball soccer hockey basketball superman batman
summer winter spring autumn fall january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday michael jordan jennifer thomas robert daniel andrew joshua
charlie george william matthew jessica ashley nicole michelle amanda hunter ranger buster tigger pepper ginger cookie
cheese coffee chocolate banana orange apple cherry lemon flower freedom whatever trust money access server database
system computer internet network oracle mysql postgres mongo redis docker ubuntu linux windows google github company
london paris berlin america germany china india canada mustang harley yankees lakers cowboys eagles killer silver
golden diamond purple yellow black white green blue red starwars pokemon matrix phoenix thunder lightning falcon tiger
lion eagle wolf bear horse puppy kitty angel baby family friend forever please enter qwerty azerty asdf zxcv iloveyou
temp tempt demo sample example live prod production staging dev development token key pass word this is my the and
`;

/** Rows of keys and of the alphabet, in either direction. */
export const keyRows: readonly string[] = [
  ...['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '1234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertzuiop', 'azertyuiop'],
  ...['qazwsxedcrfvtgbyhnujmikolp', '1q2w3e4r5t6y7u8i9o0p', '!@#$%^&*()'],
];

/** Letters that signs and digits stand for. */
export const leet: Readonly<Record<string, string>> = {
  ...{ '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i' },
  ...{ '0': 'o', $: 's', '5': 's', '7': 't' },
};
