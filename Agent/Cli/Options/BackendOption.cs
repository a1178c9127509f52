using System.CommandLine;
using System.CommandLine.Parsing;
using IwTune.Agent.Engine.Settings;

namespace IwTune.Agent.Cli.Options;

/// <summary>What gives connections their window, on the command line instead of in agent.yaml.</summary>
internal static class BackendOption
{
    public static Option<Backend?> Create() =>
        new Option<Backend?>("--backend")
        {
            HelpName = "routes|bpf",
            Description = "What gives connections their window, in place of the setting in agent.yaml: routes, or a sock_ops program",
            CustomParser = Parse,
        }.Offering("routes", "bpf");

    private static Backend? Parse(ArgumentResult written)
    {
        var word = written.Tokens.Count == 1 ? written.Tokens[0].Value : "";
        if (word is "routes" or "bpf")
            return word == "bpf" ? Backend.Bpf : Backend.Routes;
        written.AddError($"--backend '{word}': write routes or bpf.");
        return null;
    }
}
