using System.CommandLine;

namespace IwTune.Agent.Cli.Options;

/// <summary>For programs that read the answer.</summary>
internal static class JsonOption
{
    public static Option<bool> Option { get; } = new("--json") { Description = "Write JSON, for programs" };

    public static bool WantsJson(this ParseResult parsed) => parsed.GetValue(Option);
}
