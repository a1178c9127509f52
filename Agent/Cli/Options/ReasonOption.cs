using System.CommandLine;
using IwTune.Agent.Engine.Standing;

namespace IwTune.Agent.Cli.Options;

/// <summary>The reason of a person's action, for later readers.</summary>
internal static class ReasonOption
{
    public static Option<string> Option { get; } = new("--reason") { HelpName = "TEXT", Description = "Reason; shown with the host" };

    public static string ReasonOf(this ParseResult parsed) => Holds.Line(parsed.GetValue(Option) ?? "");
}
