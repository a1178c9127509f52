using System.CommandLine;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Cli.Options;

/// <summary>Which state directory; several agents on one machine have one each.</summary>
internal static class StateOption
{
    public static Option<string> Option { get; } =
        new("--state")
        {
            Description = $"State directory with before-images and history [default: {StateDirectory.DefaultPath}]",
            HelpName = "DIR",
            Recursive = true,
        };

    /// <summary>Names it; nothing is made on disk.</summary>
    /// <exception cref="UsageException">The name is empty.</exception>
    public static StateDirectory StateOf(this ParseResult parsed) =>
        StateDirectory.At(
            parsed.GetValue(Option) switch
            {
                null => StateDirectory.DefaultPath,
                "" => throw new UsageException(
                    $"--state: the name of the directory is empty. Leave the option out for {StateDirectory.DefaultPath}. Nothing was done."
                ),
                var given => given,
            }
        );
}
