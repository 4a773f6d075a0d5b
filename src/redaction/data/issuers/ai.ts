/** Models, their hosts and the tools around them. */
export const ai = String.raw`
openai-key | OpenAI: API keys of projects, service accounts, administrators and users | sk-proj- ~ sk-svcacct- ~ sk-admin- | {s156} | sk-proj-{s74}T3BlbkFJ{s74} | sk-proj-YOUR_TOKEN_HERE
openai-key | OpenAI: API keys of projects, service accounts, administrators and users | sk-None- | {s48} | sk-None-{s48} | sk-None-YOUR_TOKEN_HERE
openai-key | OpenAI: API keys of projects, service accounts, administrators and users | sk- | [a-z][a-z0-9-]{2,60}-[A-Za-z0-9]{20}T3BlbkFJ{w20} | sk-{a6}-{a5}-{w20}T3BlbkFJ{w20} | sk-YOUR_TOKEN_HERE
openai-key | OpenAI: API keys of projects, service accounts, administrators and users | sk- | {w=32-100} | sk-{w20}T3BlbkFJ{w20} | sk-YOUR_TOKEN_HERE
openai-key | OpenAI: API keys of projects, service accounts, administrators and users | sess- | {w=40} | sess-{w40} | sess-YOUR_TOKEN_HERE
anthropic-key | Anthropic: API, admin and OAuth keys | sk-ant- | {s100} | sk-ant-api03-{s93}AA | sk-ant-YOUR_TOKEN_HERE
openrouter-key | OpenRouter: API keys | sk-or- | {s67} | sk-or-v1-{h64} | sk-or-YOUR_TOKEN_HERE
google-ai-key | Google AI Studio: authentication keys | AQ.Ab | {s48} | AQ.Ab8{s50} | AQ.AbYOUR_TOKEN_HERE
groq-key | Groq: API keys | gsk_ | {w52} | gsk_{w52} | gsk_YOUR_TOKEN_HERE
xai-key | xAI: API keys | xai- ~ xai-token- | {w80} | xai-{w80} | xai-YOUR_TOKEN_HERE
perplexity-key | Perplexity: API keys | pplx- | {w48} | pplx-{w48} | pplx-YOUR_TOKEN_HERE
replicate-token | Replicate: API tokens | r8_ | {w37} | r8_{w37} | r8_YOUR_TOKEN_HERE
huggingface-token | Hugging Face: user access and organisation tokens | hf_ ~ api_org_ | {w34} | hf_{w34} | hf_YOUR_TOKEN_HERE
huggingface-token | Hugging Face: user access and organisation tokens | hf_oauth_ | [A-Za-z0-9_.-]{14,} | hf_oauth_{s60} | hf_oauth_YOUR_TOKEN_HERE
fireworks-key | Fireworks AI: API keys | fw_ | {w=20-40} | fw_{w22} | fw_YOUR_TOKEN_HERE
fireworks-key | Fireworks AI: API keys | fpk_ | {w24} | fpk_{w36} | fpk_YOUR_TOKEN_HERE
together-key | Together AI: API keys | tgp_v1_ | {s43} | tgp_v1_{s43} | tgp_v1_YOUR_TOKEN_HERE
voyage-key | Voyage AI: API keys | pa- ~ al- | {s=40-46} | pa-{s43} | pa-YOUR_TOKEN_HERE
elevenlabs-key | ElevenLabs: API keys | sk_ | {h=48} | sk_{h48} | sk_YOUR_TOKEN_HERE
elevenlabs-key | ElevenLabs: API keys | xi-api-key:  | ({h=32}) | xi-api-key: «{h32}» | xi-api-key: YOUR_TOKEN_HERE
pinecone-key | Pinecone: API keys | pcsk_ | {i70} | pcsk_{w6}_{w63} | pcsk_YOUR_TOKEN_HERE
pinecone-key | Pinecone: API keys | pclocal_ | {w30} | pclocal_{w30} | pclocal_YOUR_TOKEN_HERE
langsmith-key | LangSmith: personal and service keys | lsv2_pt_ ~ lsv2_sk_ | {h32}(?:_[a-f0-9]{0,10})? | lsv2_pt_{h32}_{h10} | lsv2_pt_YOUR_TOKEN_HERE
langsmith-key | LangSmith: personal and service keys | ls__ | {h32} | ls__{h32} | ls__YOUR_TOKEN_HERE
langfuse-key | Langfuse: secret keys | sk-lf- | {g36} | sk-lf-{g} | sk-lf-YOUR_TOKEN_HERE
wandb-key | Weights & Biases: API keys of version 1 | wandb_v1_ | {i77} | wandb_v1_{w77} | wandb_v1_YOUR_TOKEN_HERE
nvidia-key | NVIDIA: NGC and build keys | nvapi- | {s64} | nvapi-{s64} | nvapi-YOUR_TOKEN_HERE
cerebras-key | Cerebras: API keys | csk- | {l48} | csk-{l48} | csk-YOUR_TOKEN_HERE
ai-key | Stability AI, DeepSeek, Moonshot: API keys | sk- | {h=32} | sk-{h32} | sk-YOUR_TOKEN_HERE
jina-key | Jina AI: API keys | jina_ | {s60} | jina_{h32}{s28} | jina_YOUR_TOKEN_HERE
tavily-key | Tavily: API keys | tvly- | {s32} | tvly-dev-{w32} | tvly-YOUR_TOKEN_HERE
firecrawl-key | Firecrawl: API keys | fc- | {h=32} | fc-{h32} | fc-YOUR_TOKEN_HERE
browserbase-key | Browserbase: API keys | bb_live_ | {s27} | bb_live_{s27} | bb_live_YOUR_TOKEN_HERE
helicone-key | Helicone: API keys | sk-helicone- | [a-z0-9-]{14,} | sk-helicone-{l7}-{l7}-{l7}-{l7} | sk-helicone-YOUR_TOKEN_HERE
ai-key | LiteLLM: virtual keys | sk-litellm- | {s22} | sk-litellm-{s22} | sk-litellm-YOUR_TOKEN_HERE
runpod-key | RunPod: API keys | rpa_ | {w40} | rpa_{u42} | rpa_YOUR_TOKEN_HERE
modal-token | Modal: tokens | ak- ~ as- | {w=22} | ak-{w22} | ak-YOUR_TOKEN_HERE
lambda-key | Lambda Cloud: API keys | secret_ | [a-z0-9-]{8,40}_[a-f0-9]{32}\.{w32} | secret_{l12}_{h32}.{w32} | secret_YOUR_TOKEN_HERE
llama-cloud-key | LlamaIndex: Llama Cloud keys | llx- | {w48} | llx-{w48} | llx-YOUR_TOKEN_HERE
llama-key | Meta: Llama API keys | LLM| | [0-9]{10,20}\|{s27} | LLM|{d15}|{s27} | LLM|YOUR_TOKEN_HERE
e2b-key | E2B: API keys | e2b_ | {h40} | e2b_{h40} | e2b_YOUR_TOKEN_HERE
mem0-key | Mem0: API keys | m0- | {w=40} | m0-{w40} | m0-YOUR_TOKEN_HERE
cartesia-key | Cartesia: API keys | sk_car_ | {w22} | sk_car_{w22} | sk_car_YOUR_TOKEN_HERE
composio-key | Composio: API keys | ak_ | {s=20-24} | ak_{s20} | ak_YOUR_TOKEN_HERE
dify-key | Dify: keys of apps and data sets | app- ~ dataset- | {w=24} | app-{w24} | app-YOUR_TOKEN_HERE
novita-key | Novita AI: API keys | sk_ | {s=43} | sk_{s43} | sk_YOUR_TOKEN_HERE
aws-bedrock-key | AWS Bedrock: API keys | ABSK | {b128} | ABSK{b128} | ABSKYOUR_TOKEN_HERE
aws-bedrock-key | AWS Bedrock: API keys | bedrock-api-key- | {b200} | bedrock-api-key-{b132} | bedrock-api-key-YOUR_TOKEN_HERE
voiceflow-key | Voiceflow: keys of assistants and workspaces | VF.DM. ~ VF.WS. | {h24}\.{w16} | VF.DM.{h24}.{w16} | VF.DM.YOUR_KEY_HERE
`;
