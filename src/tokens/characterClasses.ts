/** Lu, Lt: capital letters. */
export const UPPER = 1;
/** Ll: small letters. */
export const LOWER = 2;
/** Lm, Lo: letters without case. */
export const CASELESS = 4;
/** M: combining marks. */
export const MARK = 8;
/** N: numbers of every kind. */
export const NUMBER = 16;
/** White space other than CR and LF. */
export const SPACE = 32;
/** CR and LF. */
export const NEWLINE = 64;
/** Everything else, code points not yet assigned included. */
export const SYMBOL = 128;
export const LETTER = UPPER | LOWER | CASELESS;

let classes: Uint8Array | undefined;

/**
 * The class of every code point in the reference tokenizer: one flag a code point, none for
 * surrogates. Built at the first call and shared. The reference is built on Unicode 16.0. A
 * JavaScript engine knows another version, counts U+FEFF as white space and U+0085 not, so its own
 * property escapes cannot serve.
 */
export function characterClasses(): Uint8Array {
  classes ??= unpack(RUNS);
  return classes;
}

const FLAGS: Readonly<Record<string, number>> = {
  u: UPPER,
  l: LOWER,
  o: CASELESS,
  m: MARK,
  n: NUMBER,
  s: SPACE,
  r: NEWLINE,
  x: SYMBOL,
};

function unpack(runs: string): Uint8Array {
  const unpacked = new Uint8Array(0x110000).fill(SYMBOL);
  let codePoint = 0;
  for (const run of runs.match(/[a-z]\d*/g) ?? []) {
    const letter = run.charAt(0);
    const length = Number(run.slice(1)) || 1;
    if (letter === 'p') {
      for (const end = codePoint + 2 * length; codePoint < end; codePoint += 2) {
        unpacked[codePoint] = UPPER;
        unpacked[codePoint + 1] = LOWER;
      }
    } else {
      unpacked.fill(FLAGS[letter]!, codePoint, codePoint + length);
      codePoint += length;
    }
  }
  return unpacked.fill(0, 0xd800, 0xe000);
}

/**
 * Runs of equal class from U+0000 on, a letter and a length (1 is omitted); `p` is that many pairs
 * of a capital and a small letter. Read from the reference's own regular expressions, code point by
 * code point.
 */
const RUNS = `
  x9srs2rx18sx15n10x7u26x6l26x10sx26sx9ox7n2xlx3noxn3xu23xu7l24xl8p27ul2p7ul2p23u2lulul3u2lulu2lu3l2u4lu2lu3l3u2lu2lp2
  u2lul2ulu2lu3lulu2l2oul3o4u2lu2lu2lp7ul2p8ul2u2lulu3lp28ul7u2lu2l2ulu4lp3ul69ol27o18x4o12x14o5x7oxox17m112p2oxulx2o
  l3xux6uxu3xuxu2lu17xu9l35ul2u3l3p11ul5ulxulu2l2u51l48p17xm7p27u2lp5ul2p48xu38x2ox6l41x8m45xmxm2xm2xmx8o27x4o4x29m11
  x5o43m21n10x4o2mo99xom7x2m6o2m2xm4o2n10o3x2ox16omo30m27x2o89m11ox14n10o33m9o2x4ox2mx2o22m4om9om3om5x18o25m3x4o11x5
  o24xo6x8m9o42m24xm33o54m3om18om7o10m2x2n10xo16m3xo8x2o2x2o22xo7xox3o4x2mom7x2m2x2m3ox8mx4o2xo3m2x2n10o2x2n6x2oxmx2m3
  xo6x4o2x2o22xo7xo2xo2xo2x2mxm5x4m2x2m3x3mx7o4xox7n10m2o3mx11m3xo9xo3xo22xo7xo2xo5x2mom8xm3xm3x2ox15o2m2x2n10x9om6xm3
  xo8x2o2x2o22xo7xo2xo5x2mom7x2m2x2m3x7m3x4o2xo3m2x2n10xon6x10moxo6x3o3xo4x3o2xoxo2x3o2x3o3x3o12x4m5x3m3xm4x2ox6mx14
  n13x13m5o8xo3xo23xo16x2mom7xm3xm4x7m2xo3x2ox2o2m2x2n10x8n7xom3xo8xo3xo23xo10xo5x2mom7xm3xm4x7m2x6o2xo2m2x2n10xo2mx12
  m4o9xo3xo41m2om7xm3xm4ox5o3mn7o3m2x2n19xo6xm3xo18x3o24xo9xox2o7x3mx4m6xmxm8x6n10x2m2x13o48mo2m7x5o7m8xn10x39o2xoxo5x
  o24xoxo10mo2m9ox2o5xoxm7xn10x2o4x32ox23m2x6n20xmxmxmx4m2o8xo36x4m20xm2o5m11xm36x9mx57o43m20on10x6o6m4o4m3om3o2m7o3m4
  o13m12omn10m4x2u38xux5ux2l43xol3o329xo4x2o7xoxo4x2o41xo4x2o33xo4x2o7xoxo4x2o15xo57xo4x2o67x2m3x9n20x3o16x16u86x2l6x3
  o620x2o17so26x5o75x3n3o8x7o18m4x9o19m3x11o18m2x12o13xo3xm2x12o52m32x3ox4omx2n10x6n10x17m3xmn10x6o89x7o5m2o34mox5o70
  x10o31xm12x4m12x10n10o30x2o5x11o44x4o26x6n11x37o23m5x4o53m10xm29x2mn10x6n10x13ox8m31x49m5o47m17o8x3n10x17m9x12m3o30
  m13o2n10o44m14x12o36m20x8n10x3o3n10o36x2l9ulx5u43x2u3x16m3xm21o4mo6mo2m3ox5l44o63l13ol34o37m64p74ul9p48ul9u8l6x2u6x2
  l8u8l8u8l6x2u6x2l8xuxuxuxul8u8l14x2l8u8l8u8l8u8l5xl2u5xlx3l3xl2u5x3l4x2l2u4x4l8u5x5l3xl2u5x3s11x29s2x5sx47sx16nox2n6
  x5on10x6o13x51m33x17ux4ux2lu3l2u3lxux3u5x6uxuxuxu4xlu4lo4lx2l2u2x5ul4x4lxn51uln5x726n60x78n22x630n30x1132u48l48ulu3
  l2p3u4lul2ul6o2u3lp48ul2x6p2m3ulx9nx2l38xlx5lx2o56x7ox15mo23x9o7xo7xo7xo7xo7xo7xo7xo7xm32x47ox464sx4o2nx25n9m6xo5x2
  n3o2x4o86x2m2x2o3xo90xo4x5o43xo94x3n4x10o32x48o16x32n10x30n8xn15x32n10x39n15x320o6592x64o22157x67o46x2o269x3o16n10o2
  x20p23om4xm10xop14o2m2o70n10m2x37o9x2p6ul3p31ol8p2u2lp4ox2p2oulul3p10u5lu5lp7u4lulu2lx2ulxlxlp3ux21o3ulo3lo7mo3mo4m
  o23m5x4mx3n6x10o52x12m2o50m18x10n10x6m18o6x3oxo2mn10o28m8x2o23m13x12o29x3m4o47m14x14on10x6o5mo10n10o5xo41m14x9o3mo8
  m2x2n10x6o23x3om3o50mom3o2m2o5m2omox24o3x2o11m5x2o3m2x10o6x2o6x2o6x9o7xo7xl43xo4l9ox6l80o35m8xm2x2n10x6o11172x12o23
  x4o49x8452o366x2o106x38l7x12l5x5omo10xo13xo5xoxo2xo2xo108x33o363x18o64x2o54x40o12x4m16x16m16x64o5xo135x19n10x7u26x6
  l26x11o89x3o6x2o6x2o6x2o3x35o12xo26xo19xo2xo15x2o14x34o123x12n45x12n57x17n2x113mx130o29x3o49x15mn27x4o32n4x9o20no8n
  x5o38m5x5o30x2o36x4o8xn5x42u40l40o78x2n10x6u36x4l36x4o40x8o52x12u11xu15xu7xu2xl11xl15xl7xl2x3o52x12o311x9o22x10o8x24
  o6xo42xo9x69o6x2oxo44xo2x3ox2o23x2n8o23x2n7o31x8n9x48o19xo2x5n5o22n6x4o26x70o56x4n2o2n16x2n46om3xm2x5m4o4xo3xo29x2m3
  x4mn9x23o29n2xo29n3x32o8xo28m2x4n5x16o54x10o22x2n8o19x5n8o18x23n7x80o73x55u51x13l51x7n6o36m4x8n10x6n10o6u22x3m5xol22
  x218n31xo42xm2x3o2x16o3x55m4o29n10ox8o22m11n4x27o18m4x42o21n7x20o23x9m3o53m15x11n30mo2m2ox9m4o45m11x7mx13o25x7n10x6
  m3o36m14xn10x4om2ox8o35mx2ox9m3o48m14o4x4m4xm2n10oxox4n20x11o18xo25m12x6mo2mx62o7xoxo4xo15xo10x7o47m12x5n10x6m4xo8x2
  o2x2o22xo7xo2xo5xm2om7x2m2x2m3x2ox6mx5o5m2x2m7x3m5x11o10xox2oxo38xom9xmx2mxm4xm5omox13m2x29o53m18o4x5n10x4mo3x30o48
  m20o2xox8n10x166o47m7x2m9x23o4m2x34o48m17x3ox11n10x38o43m13ox7n10x6n20x28o27x2m15x4n12x4o7x185o44m15x101u32l32n19x12
  o8x2ox2o8xo2xo24m6xm2x2m4omom2x12n10x70o8x2o39m7x2m7oxomx27om10o40m7om4x8mx8om11o46m16x3ox18o73x199o33x15n10x6o9xo37
  m8xm8ox15n29x5o30x2m22xm14x73o7xo2xo38m6x3mxm2xm7omx8n10x6o6xo2xo32m5xm2xm5ox7n10x310o19m4x9m2omo13xo34m7x3m5x13n10m
  x85ox15n21x43o922x102n111x17o196x2636o97x15o1072x16mo6m15x10o3995x5o583x6841o30m18n10x1734o569x7o31xn10x6o79xn10x6
  o30x2m5x11o48m7x9o4x12n10xn7xo21x5o19x432o45x3n10x198u32l32n23x105o75x4mom55x7m4o13x64o2xomx11m2x14o6136x8o1238x41
  o10x8935o4xo7xo2xo291x15ox29o3x2ox14o4x8o396x2308o107x5o13x3o9x7o10x3m2x4177n10x518m46x2m23x542m5x3m6x8m8x2m7x30m4
  x148m3x123n20x12n20x108n25x135u26l26u26l7xl18u26l26uxu2x2ux2u2x2u4xu8l4xlxl7xl11u26l26u2xu4x2u8xu7xl26u2xu4xu5xux3u7
  xl26u26l26u26l26u26l26u26l26u26l26u26l28x2u25xl25xl6u25xl25xl6u25xl25xl6u25xl25xl6u25xl25xl6ulx2n50x512m55x4m50x8m
  x14mx22m5xm15x1104l10ol20x6l6x213m7xm17x2m7xm2xm5x5o62x33mx112o45x3m7o7x2n10x4ox321o30mx17o44m4n10x470o28m4n10x214
  o30m2on10x485o7xo4xo2xo15xo197x2n9m7x41u34l34m7ox4n10x791n59xn3xn4x76n45xn15x194o4xo27xo2xox2oxo10xo4xoxox6ox4oxoxox
  o3xo2xox2oxoxoxoxoxo2xox2o4xo7xo4xo4xoxo10xo17x5o3xo5xo17x580n13x2787n10x1030o42720x32o4154x6o222x2o5762x14o7473x15
  o622x2466o542x1506o4939x5o4192x712016m240
`;
