using System.Text.RegularExpressions;
using IwTune.Lab;
using IwTune.Lab.Wine;

namespace IwTune.EndToEnd.Wine;

/// <summary>
/// The commands of docs/quickstart-windows.md, as its reader types them. Too dear for each run: <c>./build.sh quickstarts</c>. What a page
/// promises is read as by tests/Install/run_page.py.
/// </summary>
[Trait("Quickstarts", "yes")]
[Collection(nameof(UnderWine))]
public sealed partial class QuickstartTests(WindowsPattern pattern, Installers installers) : IClassFixture<Installers>
{
    private const string Server = "https://iwtune.example.net:7443";

    [Fact]
    public async Task Every_command_of_the_page_prints_what_it_promises()
    {
        using var agent = new InstalledAgent(pattern);
        using var server = await VerifiableServer.StartAsync(agent.Windows.Space, agent.Windows.Unix(@"C:\lab\server"));
        var token = server.CreateToken("--uses", "1", "--labels", "role=edge");
        var package = installers.Of("0.1.0");
        var ran = 0;
        foreach (var (command, promised) in Commands(File.ReadAllText(Path.Combine(Binaries.Root, "docs", "quickstart-windows.md"))))
        {
            if (command.StartsWith("msiexec /i iwtune-0.1.0-win-x64.msi /qn", StringComparison.Ordinal))
            {
                agent.Installs(0, package);
                await agent.AnswersAsync();
            }
            else if (command == "msiexec /x iwtune-0.1.0-win-x64.msi /qn")
            {
                agent.Uninstalls(0, package);
                await agent.IsGoneAsync();
            }
            else
            {
                var typed = command
                    .Replace(Server, server.Url, StringComparison.Ordinal)
                    .Replace("iwte_…", token.Token, StringComparison.Ordinal)
                    .Replace("sha256:…", token.CaPin, StringComparison.Ordinal);
                Assert.StartsWith("iwtune ", typed, StringComparison.Ordinal);
                var said = "";
                await Until.TrueAsync(
                    () => Kept(promised, said = agent.Ran(0, typed.Split(' ')[1..]).Replace(server.Url, Server, StringComparison.Ordinal)),
                    () => $"{command}\n--- promised\n{string.Join('\n', promised)}\n--- printed\n{said}"
                );
            }
            ran++;
        }
        Assert.True(ran > 5, "the page has no commands");
        agent.Host.AssertUntouched();
    }

    private static IEnumerable<(string Command, List<string> Promised)> Commands(string page)
    {
        var made = new List<(string, List<string> Promised)>();
        foreach (var line in Block().Matches(page).SelectMany(block => block.Groups[1].Value.Split('\n')[..^1]))
            if (line.StartsWith(@"C:\> ", StringComparison.Ordinal))
                made.Add((line[5..], []));
            else
                made[^1].Promised.Add(line);
        return made;
    }

    private static bool Kept(List<string> promised, string printed)
    {
        if (promised.Count == 0)
            return true;
        var expression = string.Concat(
            promised
                .Where(line => line.Trim().Length > 0)
                .Select(line => line.Trim() == "…" ? @"(?:.*\n)*?" : $@"\s*{Expression(line)}\s*\n")
        );
        var lines = printed.ReplaceLineEndings("\n").Split('\n').Where(line => line.Trim().Length > 0);
        return Regex.IsMatch(
            string.Concat(lines.Select(line => line + "\n")),
            $@"\A{expression}\z",
            RegexOptions.None,
            TimeSpan.FromSeconds(5)
        );
    }

    private static string Expression(string line) =>
        string.Join(
            ".*",
            Spaces().Replace(line.Trim(), " ").Split('…').Select(part => string.Join(@"\s+", part.Split(' ').Select(Regex.Escape)))
        );

    [GeneratedRegex("^```console windows\n(.*?)^```", RegexOptions.Singleline | RegexOptions.Multiline, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Block();

    [GeneratedRegex(" +")]
    private static partial Regex Spaces();
}
