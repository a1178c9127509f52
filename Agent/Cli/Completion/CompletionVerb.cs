using System.CommandLine;
using IwTune.Agent.Cli.Manual;

namespace IwTune.Agent.Cli.Completion;

/// <summary>Prints a shell's completion script.</summary>
internal static class CompletionVerb
{
    public const string Name = "completion";

    public static Verb Create(CliContext context)
    {
        var shell = new Argument<string>("SHELL") { HelpName = "SHELL", Description = "bash, zsh or fish" };
        shell.AcceptOnlyFromAmong("bash", "zsh", "fish");
        var verb = new Verb(VerbGroup.Look, Name, "Print a completion script for commands, options and files")
        {
            Hidden = true,
            Details = "The script knows every command by itself and never calls iwtune. Packages bring it; without one:",
            Examples =
            [
                ("iwtune completion bash > /usr/share/bash-completion/completions/iwtune", "for bash"),
                ("iwtune completion zsh > /usr/share/zsh/vendor-completions/_iwtune", "for zsh"),
                ("iwtune completion fish > /usr/share/fish/vendor_completions.d/iwtune.fish", "for fish"),
            ],
        };
        verb.Add(shell);
        verb.SetAction(parsed =>
        {
            var program = CommandSheet.Of(parsed.RootCommandResult.Command);
            context.Terminal.Out.Write(
                parsed.GetRequiredValue(shell) switch
                {
                    "bash" => BashScript.Of(program),
                    "zsh" => ZshScript.Of(program),
                    _ => FishScript.Of(program),
                }
            );
            return ExitCode.Fine;
        });
        return verb;
    }
}
