using System.CommandLine;
using IwTune.Agent.Cli.Options;

namespace IwTune.Agent.Cli.WindowsChecking;

/// <summary>Checks on a real Windows what iwtune assumes of its release.</summary>
internal static class WindowsCheckVerb
{
    private static readonly Option<bool> Write = new("--write")
    {
        Description = "Also change one custom template and two transport filters, and restore them; elevated",
    };
    private static readonly Option<string?> Out = new("--out")
    {
        HelpName = "FILE",
        Description = "Where to write it [default: iwtune-windows-check-BUILD.txt in this directory]",
    };

    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Look, "windows-check", "Check on this Windows Server what iwtune assumes of its release")
        {
            Details = """
                It runs every reading command that iwtune uses and writes each call with arguments, exit code, time and bytes to one text
                file, with the assumptions that this host confirms or contradicts. Send the file to the project. This host's name is
                overwritten in it; destination prefixes of transport filters are in it, where there are any.
                Nothing is changed without --write. With --write, elevated and without a running service, it sets the window of a custom
                template to another even number, adds a filter for 192.0.2.0/24 and one for remote port 65530, and restores all three. New
                connections that use that template get the other window for some seconds. It refuses where iwtune has set windows, and
                where such a filter exists. If it is killed, the next 'iwtune windows-check' restores what it left.
                Exits 2 when something is contradicted, 1 when something could not be restored, 3 where this is not Windows.
                """,
            Examples =
            [
                ("iwtune windows-check", "only reads"),
                ("iwtune windows-check --write --out check.txt", "in an elevated prompt: also tries and restores"),
            ],
        };
        verb.Add(Write);
        verb.Add(Out);
        verb.SetAction((parsed, ct) => new CheckRun(context, parsed.StateOf()).RunAsync(parsed.GetValue(Out), parsed.GetValue(Write), ct));
        return verb;
    }
}
