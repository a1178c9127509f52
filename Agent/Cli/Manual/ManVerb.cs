using System.CommandLine;
using System.Globalization;
using IwTune.Agent.Control;
using IwTune.Shared.Policies.Syntax;

namespace IwTune.Agent.Cli.Manual;

/// <summary>Prints manual pages, or writes them all for a package.</summary>
internal static class ManVerb
{
    public const string Name = "man";

    public static Verb Create(CliContext context)
    {
        var words = new Argument<string[]>("COMMAND")
        {
            HelpName = "COMMAND",
            Description = "The words of the command; none for the whole program",
            Arity = ArgumentArity.ZeroOrMore,
        };
        var to = new Option<string>("--to")
        {
            Description = "Write every page into this directory, made if it is not there",
            HelpName = "DIR",
        };
        var verb = new Verb(VerbGroup.Look, Name, "The manual page of a command, as man(7) source")
        {
            Hidden = true,
            Details = "The date on a page is that of SOURCE_DATE_EPOCH when it is set, otherwise today's.",
            Examples = [("iwtune man fleet hosts | man -l -", "read one"), ("iwtune man --to /usr/share/man/man1", "write them all")],
        };
        verb.Add(words);
        verb.Add(to);
        verb.SetAction(parsed =>
            Run(context, CommandSheet.Of(parsed.RootCommandResult.Command), parsed.GetValue(words) ?? [], parsed.GetValue(to))
        );
        return verb;
    }

    private static int Run(CliContext context, CommandSheet program, string[] words, string? directory)
    {
        var date = Date(context.Time);
        if (directory is not null)
        {
            var pages = Pages(program, null).ToList();
            try
            {
                Directory.CreateDirectory(directory);
                foreach (var (command, above) in pages)
                    File.WriteAllText(
                        Path.Combine(directory, $"{ManPage.NameOf(command)}.1"),
                        ManPage.Of(command, above, date, AgentVersion.Text)
                    );
            }
            catch (Exception denied) when (denied is IOException or UnauthorizedAccessException)
            {
                throw new UsageException($"--to {directory}: the pages cannot be written: {denied.Message}", denied);
            }
            context.Terminal.Out.WriteLine($"{pages.Count} pages written to {directory}.");
            return ExitCode.Fine;
        }
        var (found, parent) = (program, (CommandSheet?)null);
        foreach (var word in words)
        {
            parent = found;
            found =
                parent.Commands.FirstOrDefault(command => command.Name == word)
                ?? throw new UsageException($"'{string.Join(' ', parent.Path)}' has no command '{word}'. {Meant(word, parent)}");
        }
        context.Terminal.Out.Write(ManPage.Of(found, parent, date, AgentVersion.Text));
        return ExitCode.Fine;
    }

    private static string Meant(string word, CommandSheet parent)
    {
        var names = parent.Commands.Select(command => command.Name);
        return NearestWord.Of(word, names) is { } meant
            ? $"Did you mean '{meant}'?"
            : $"It has {string.Join(", ", names.DefaultIfEmpty("none"))}.";
    }

    private static IEnumerable<(CommandSheet Command, CommandSheet? Above)> Pages(CommandSheet command, CommandSheet? above) =>
        [(command, above), .. command.Commands.SelectMany(sub => Pages(sub, command))];

    /// <summary>reproducible-builds.org/specs/source-date-epoch.</summary>
    private static string Date(TimeProvider time)
    {
        var at = long.TryParse(
            Environment.GetEnvironmentVariable("SOURCE_DATE_EPOCH"),
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out var seconds
        )
            ? DateTimeOffset.FromUnixTimeSeconds(seconds)
            : time.GetUtcNow();
        return at.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
    }
}
