using System.Text.RegularExpressions;
using IwTune.Agent.Cli;
using IwTune.Agent.Cli.Output;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Cli.Manual;

/// <summary>The commands of the program as its help lists them; manual pages and shells are compared with these.</summary>
internal sealed partial record Helped(string Path, IReadOnlyList<string> Commands, IReadOnlyList<string> Options)
{
    private static readonly Lazy<IReadOnlyList<Helped>> Found = new(() => [.. Crawl("iwtune")]);

    /// <summary>Every command, found by asking each one for help, within this process because there are more than a hundred.</summary>
    public static IReadOnlyList<Helped> All => Found.Value;

    /// <summary>Runs the program.</summary>
    public static string Run(params string[] words) => Lab.Commands.Run(Binaries.Agent, words);

    /// <summary>What the program prints for <c>--help</c>.</summary>
    public static string Help(params string[] words)
    {
        using var output = new StringWriter();
        var terminal = new Terminal(output, TextWriter.Null, TextReader.Null, Interactive: false, Colour: false);
        Assert.Equal(
            0,
            CommandLine
                .RunAsync([.. words, "--help"], CliContext.OfThisProcess() with { Terminal = terminal }, Program.Verbs)
                .GetAwaiter()
                .GetResult()
        );
        return output.ToString();
    }

    private static IEnumerable<Helped> Crawl(string path)
    {
        var (commands, options) = Read(Help([.. path.Split(' ').Skip(1)]), path == "iwtune");
        return [new Helped(path, commands, options), .. commands.SelectMany(command => Crawl($"{path} {command}"))];
    }

    private static (List<string> Commands, List<string> Options) Read(string help, bool isRoot)
    {
        List<string> commands = [],
            options = [];
        var section = "";
        foreach (var line in help.Split('\n').SkipWhile(line => !line.StartsWith("Usage:", StringComparison.Ordinal)))
        {
            var row = Row().Match(line);
            if (line.Length > 0 && line[0] != ' ')
                section = line;
            else if (row.Success && section == "Options")
                // a pattern to shells
                options.AddRange(row.Groups[1].Value.Split(", ").Select(name => name.Split(' ')[0]).Where(name => name != "-?"));
            else if (row.Success && (section == "Commands" || (isRoot && Group().IsMatch(section))))
                commands.Add(row.Groups[1].Value);
        }
        return (commands, options);
    }

    [GeneratedRegex("^  (\\S+(?: \\S+)*)(?:  |$)")]
    private static partial Regex Row();

    [GeneratedRegex("^(Look|Change|Measure|Fleet|For other)")]
    private static partial Regex Group();
}
