namespace IwTune.Fuzz.Targets.Server;

/// <summary>What the server reads of hosts, of people, of identity providers and of other servers.</summary>
internal static class ServerTargets
{
    private static readonly string[] Json =
    [
        "{\"",
        "\":\"",
        "\":",
        "\",\"",
        "[",
        "]",
        "{}",
        "null",
        "true",
        "false",
        "1e308",
        "-0",
        "\\ud800",
        "\\u0000",
        "\n",
        "\r\n",
        "2026-11-28T12:00:00Z",
        "0001-01-01T00:00:00+14:00",
    ];

    private static readonly string[] Reports =
    [
        .. Json,
        "number",
        "at",
        "state",
        "evidence",
        "targets",
        "target",
        "window",
        "initcwnd",
        "outcome",
        "value",
        "method",
        "FreshConnection",
        "digest",
        "counters",
        "passive",
        "facts",
        "labels",
        "events",
    ];

    private static readonly string[] Scim =
    [
        .. Json,
        "urn:ietf:params:scim:api:messages:2.0:PatchOp",
        "urn:ietf:params:scim:schemas:core:2.0:User",
        "schemas",
        "Operations",
        "op",
        "add",
        "replace",
        "remove",
        "path",
        "value",
        "userName",
        "name.givenName",
        "emails[type eq \\\"work\\\"].value",
        "members[value eq \\\"x\\\"]",
        "active",
        " eq ",
        " and ",
        "displayName",
        "externalId",
    ];

    private static readonly string[] Words =
    [
        "mon-fri ",
        "09:00-16:30 ",
        "24:00",
        "Europe/Berlin",
        "UTC",
        "history=",
        "reports=",
        "audit=",
        "forever",
        "400d",
        ",",
        "=",
        "* * * * *",
        "*/5",
        "0 6 * * mon",
        "L",
        "#2",
        "?",
        "postgres://",
        "user:password@",
        "[::1]:5432",
        "/name",
        "?sslmode=",
        "verify-full",
        "&host=",
        "%2F",
        "state:",
        "differs:",
        "fails:",
        "site:",
        "1,10%,100%",
        "x4",
        "@30m",
        "TmFtZQBpZA",
        ":",
        "\t",
        "\n",
        "group=admin@site:fra",
        "3000000d",
        "since",
    ];

    public static IReadOnlyList<FuzzTarget> All { get; } =
    [
        new("reports", ReportLines.Read)
        {
            Words = Reports,
            Longest = 1000,
            IsJson = true,
        },
        new("host-calls", HostCalls.Read)
        {
            IsJson = true,
            Words =
            [
                .. Json,
                "held",
                "sequence",
                "digest",
                "counter",
                "bootId",
                "stateHash",
                "token",
                "facts",
                "key",
                "publicKey",
                "proof",
                "kind",
            ],
        },
        new("scim", ScimCalls.Read) { Words = Scim, IsJson = true },
        new("claims", ProviderClaims.Read)
        {
            IsJson = true,
            Words =
            [
                .. Json,
                "iat",
                "exp",
                "jti",
                "sub",
                "sid",
                "events",
                "nonce",
                "groups",
                "http://schemas.openid.net/event/backchannel-logout",
            ],
        },
        new("uploads", Uploads.Read)
        {
            IsJson = true,
            Words =
            [
                .. Json,
                "format",
                "title",
                "arms",
                "name",
                "points",
                "sizeBytes",
                "rttMicroseconds",
                "rateBitsPerSecond",
                "queuePackets",
            ],
            Longest = 1000,
        },
        new("server-words", ServerWords.Read) { Words = Words, Longest = 200 },
        new("colours", Colours.Read)
        {
            Words = ["key: ", "- ", "|\n", ">-\n", "\"", "'", "#", "{", "}", "[", "]", "\n", "  ", "10ms", "\r\n", "---"],
            Longest = 300,
        },
    ];
}
