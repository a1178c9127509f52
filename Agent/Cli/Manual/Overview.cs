using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;

namespace IwTune.Agent.Cli.Manual;

/// <summary>The text of help and manual about the program as a whole.</summary>
internal static class Overview
{
    public const string Text = """
        iwtune sets the initial window of TCP connections (initcwnd, initrwnd) as a policy says, proves
        it on a fresh connection, repairs what other programs change, and restores what was there before.
        """;

    public static readonly (string Line, string What)[] Start =
    [
        ("iwtune show", "what this host has now"),
        ("iwtune plan edge.yaml", "what the policy would change; changes nothing"),
        ("sudo iwtune apply edge.yaml", "make the change, read it back, and show how to undo it"),
        ("sudo iwtune rollback", "undo the last change"),
    ];

    public static readonly string[] Policy =
    [
        "policy: edge",
        "window: { initcwnd: 16 }",
        "scopes: [ default ]             # or  - prefix: 10.0.0.0/8    - interface: eth1",
    ];

    public static readonly (int Code, string Meaning)[] ExitCodes =
    [
        (ExitCode.Fine, "fine, nothing to do"),
        (ExitCode.Error, "error"),
        (ExitCode.Differs, "changes pending, or not what the policy says"),
        (ExitCode.Unsupported, "this host cannot do it"),
        (ExitCode.Unreachable, "daemon or server not reached"),
        (ExitCode.Permission, "not permitted"),
        (ExitCode.Usage, "the command line or the policy is wrong"),
    ];

    public static readonly (string Path, string What)[] Files =
    [
        (StateDirectory.DefaultPath, "Before-images, history, bundles, and the local files limits.yaml and agent.yaml."),
        (LocalEndpoint.Default, "Where a running daemon listens; the group iwtune may read."),
    ];

    public static readonly (string Name, string What)[] Environment =
    [
        (
            "IWTUNE_SERVER, IWTUNE_TOKEN, IWTUNE_CA_PIN",
            "What 'iwtune fleet' takes for --server, --token and --ca-pin when they are not given."
        ),
        ("NO_COLOR", "When it is set, nothing is written in colour."),
    ];
}
