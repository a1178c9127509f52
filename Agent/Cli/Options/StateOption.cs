using System.CommandLine;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Cli.Options;

/// <summary>Which state directory; several agents on one machine have one each.</summary>
internal static class StateOption
{
    public static Option<string> Option { get; } = new("--state")
    {
        Description = $"State directory with before-images and history [default: {StateDirectory.DefaultPath}]",
        HelpName = "DIR",
        Recursive = true,
    };

    /// <summary>Names it; nothing is made on disk.</summary>
    public static StateDirectory StateOf(this ParseResult parsed) => StateDirectory.At(parsed.GetValue(Option) ?? StateDirectory.DefaultPath);
}
