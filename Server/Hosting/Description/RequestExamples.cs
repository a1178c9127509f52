using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Audit;
using IwTune.Shared.Fleet.Compliance;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Fleet.Rollouts;
using IwTune.Shared.Fleet.Webhooks;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Hosting.Description;

/// <summary>
/// A document of each kind that callers send, as docs/openapi.json shows it. The tests send every one of them to a server, whole and
/// damaged.
/// </summary>
internal static class RequestExamples
{
    private const string Edge = """policy: edge\nwindow: { initcwnd: 10 }\nscopes: [default]\n""";

    public static IReadOnlyDictionary<Type, string> ByType { get; } =
        new Dictionary<Type, string>
        {
            [typeof(ReportLine)] =
                """{"number":1,"at":"2026-11-22T06:00:00Z","event":{"kind":"Applied","text":"default route set to 10 segments","digest":"sha256"}}""",
            [typeof(EnrolRequest)] =
                """{"token":"iwte_0000000000000000000000000000000000000000000","facts":{"hostName":"web-9","os":"linux","osName":"Debian GNU/Linux 12 (bookworm)","kernel":"6.1.0-18-amd64","bootId":"5f0c","agentVersion":"0.1.0"}}""",
            [typeof(CheckInRequest)] = """{"stateHash":"9f2c","bootId":"5f0c","counter":7}""",
            [typeof(ExportRequest)] = """{"query":"site:fra"}""",
            [typeof(RunRequest)] = """{"reason":"audit of the third quarter","asOf":"2026-09-30T21:59:59Z","formats":["pdf","xlsx"]}""",
            [typeof(ScheduleRequest)] =
                """{"name":"monthly","cron":"0 6 1 * *","zone":"Europe/Berlin","reason":"the auditors asked for it","formats":["xlsx"]}""",
            [typeof(AttestRequest)] = """{"statement":"I reviewed this export."}""",
            [typeof(ReaderLinkRequest)] = """{"reason":"for the external auditor","days":14}""",
            [typeof(LabelsRequest)] = """{"labels":{"site":"fra","role":"web"},"reason":"moved to Frankfurt"}""",
            [typeof(LabelHostsRequest)] = """{"selector":"site:fra","key":"role","value":"web","reason":"the role is new"}""",
            [typeof(SavedViewRequest)] =
                """{"name":"Drifted in Frankfurt","query":"site:fra verdict:drifted","sort":"-seen","columns":"window,agent,seen"}""",
            [typeof(ReasonRequest)] = """{"reason":"taken out of service"}""",
            [typeof(PublishRequest)] = $$"""{"document":"{{Edge}}","reason":"ten segments as RFC 6928 has it"}""",
            [typeof(RollbackRequest)] = """{"to":1,"reason":"it was better"}""",
            [typeof(PlanRequest)] = $$"""{"policies":[{"path":"edge.yaml","text":"{{Edge}}"}]}""",
            [typeof(ApplyRequest)] =
                $$"""{"plan":{"policies":[{"path":"edge.yaml","text":"{{Edge}}"}]},"hash":"0000000000000000000000000000000000000000000000000000000000000000","reason":"as planned"}""",
            [typeof(RemovePolicyRequest)] = """{"reason":"no host uses it","confirm":"1/0"}""",
            [typeof(AssignRequest)] = """{"selector":"site:fra","policy":"edge","priority":10,"reason":"the site is to follow it"}""",
            [typeof(ExceptionRequest)] =
                """{"selector":"site:fra","reason":"measurement of the network group","ticket":"NET-41","endless":true}""",
            [typeof(ImpactRequest)] = $$"""{"publish":["{{Edge}}"],"assign":[{"selector":"site:fra","policy":"edge"}]}""",
            [typeof(HoldRequest)] = """{"selector":"site:fra","reason":"an incident is looked into","forSeconds":3600}""",
            [typeof(ReleaseRequest)] = """{"selector":"site:fra","reason":"the incident is over"}""",
            [typeof(RolloutRequest)] =
                """{"policy":"edge","to":2,"reason":"ten segments, ring by ring","rules":{"rings":[{"hosts":1},{"percent":100}],"bakeSeconds":60}}""",
            [typeof(ApproveRequest)] =
                """{"planHash":"0000000000000000000000000000000000000000000000000000000000000000","reason":"looked at every ring"}""",
            [typeof(RolloutCommand)] = """{"action":"Pause","reason":"wait for the night"}""",
            [typeof(FreezeRequest)] = """{"from":"2030-12-20T00:00:00Z","until":"2031-01-06T00:00:00Z","reason":"end of the year"}""",
            [typeof(CreateTokenRequest)] = """{"kind":"Enrolment","name":"rack-7","uses":40,"lifeSeconds":3600,"labels":{"site":"fra"}}""",
            [typeof(RetentionRequest)] = """{"periods":{"history":400,"reports":90},"reason":"as the works council agreed"}""",
            [typeof(LegalHoldRequest)] =
                """{"name":"case 4711","selector":"site:fra","from":"2026-01-01T00:00:00Z","until":"2026-06-30T00:00:00Z","reason":"asked for by the legal department"}""",
            [typeof(PasswordRequest)] = """{"current":"the one I have","wanted":"another that is long enough"}""",
            [typeof(ConfirmationRequest)] = """{"password":"the one I have"}""",
            [typeof(WebhookRequest)] = """{"name":"chat","address":"https://hooks.example.net/iwtune","kinds":["rollout"]}""",
            [typeof(RedeliverRequest)] = """{"delivery":"0197f000-0000-7000-8000-000000000000"}""",
            [typeof(RotateTokenRequest)] = """{"overlapSeconds":3600}""",
            [typeof(RotateRequest)] = """{"secretHash":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}""",
            [typeof(HostKeyOffer)] =
                """{"publicKey":"MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEVYRxz7kIcSnJd/ifB1rAorTqgA1yT8BqkqanR6cA0IsFg+iIu7dBst5pqnd28fdIx95qIvi+ayuFa12mNfwfgA==","kind":"file","proof":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="}""",
            [typeof(AdoptRequest)] =
                """{"secretHash":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","facts":{"hostName":"web-9","os":"linux","osName":"Debian GNU/Linux 12 (bookworm)","kernel":"6.1.0-18-amd64","bootId":"5f0c","agentVersion":"0.1.0"}}""",
            [typeof(PendingDecision)] = """{"host":"web-9","reason":"known to the rack team"}""",
            [typeof(RotateHostsRequest)] = """{"selector":"site:fra","reason":"a backup was lost"}""",
            [typeof(CreateUserRequest)] = """{"name":"jo","grants":[{"role":"Viewer"}]}""",
            [typeof(GrantsRequest)] = """{"grants":[{"role":"Operator","selector":"site:fra"}],"reason":"looks after Frankfurt"}""",
            [typeof(Capture)] =
                """{"format":"iwtune-capture/1","title":"10 or 3 segments","taken":"2026-11-22T06:00:00Z","sizeBytes":14480,"rttMicroseconds":40000,"arms":[{"name":"IW 10","initCwnd":10,"mss":1448,"received":[{"at":40000,"bytes":14480}]}]}""",
            [typeof(Survey)] =
                """{"format":"iwtune-survey/1","started":"2026-11-25T06:00:00Z","readings":[{"host":"www.example.org","port":443,"tls":true,"address":"192.0.2.80","taken":"2026-11-25T06:00:07Z","segments":10,"verdict":"IwLimited","bytes":760,"mss":76,"rttMicroseconds":21370,"receiveWindow":65535,"receiveScale":9}]}""",
        };
}
