using IwTune.Agent.Cli.Manual;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Cli.Manual;

/// <summary>The pages as a package installs them, checked by the tools that read them.</summary>
public sealed class ManPageTests : IDisposable
{
    private readonly string _pages = Directory.CreateTempSubdirectory("iwtune-man-").FullName;

    public ManPageTests() => Helped.Run("man", "--to", _pages);

    [Fact]
    public void Every_command_has_a_page_that_names_its_options_and_commands()
    {
        Assert.Equal(
            Helped.All.Select(command => command.Path.Replace(' ', '-') + ".1").Order(StringComparer.Ordinal),
            Directory.EnumerateFiles(_pages).Select(Path.GetFileName).Order(StringComparer.Ordinal)
        );
        foreach (var command in Helped.All)
        {
            var page = Page(command).Replace("\\-", "-", StringComparison.Ordinal);
            Assert.All(
                command.Options,
                option =>
                    Assert.Contains($"\\fB{option}", page.Replace(", --", ", \\fB--", StringComparison.Ordinal), StringComparison.Ordinal)
            );
            Assert.All(command.Commands, sub => Assert.Contains($"\\fB{sub}\\fR", page, StringComparison.Ordinal));
        }
    }

    [Fact]
    public void No_reader_finds_anything_to_warn_of()
    {
        if (!Commands.Installed("mandoc") || !Commands.Installed("groff"))
            Lacking.Skip("mandoc or groff is not installed: apt install mandoc groff-base");
        var pages = Directory.GetFiles(_pages);
        Assert.Equal("", Commands.TryRun("mandoc", ["-T", "lint", "-W", "warning", .. pages]).Output);
        Assert.Equal("", Commands.TryRun("groff", ["-man", "-ww", "-Tutf8", "-z", .. pages]).Error);
    }

    [Fact]
    public void The_date_is_that_of_the_source_when_a_build_says_so()
    {
        var page = Commands.TryRun(
            Binaries.Agent,
            ["man", "plan"],
            new Dictionary<string, string>(StringComparer.Ordinal) { ["SOURCE_DATE_EPOCH"] = "86400" }
        );
        Assert.StartsWith(".TH IWTUNE-PLAN 1 \"1970-01-02\" \"iwtune ", page.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_command_that_is_none_is_named_with_those_there_are()
    {
        var said = Commands.TryRun(Binaries.Agent, "man", "fleet", "machine");
        Assert.Equal(64, said.ExitCode);
        Assert.Contains(
            "'iwtune fleet' has no command 'machine'. It has hosts, agents, inbox, policies",
            said.Error,
            StringComparison.Ordinal
        );
        Assert.Contains("Did you mean 'hosts'?", Commands.TryRun(Binaries.Agent, "man", "fleet", "hsots").Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(".TH is text", "\\&.TH is text")]
    [InlineData("'quoted'", "\\&'quoted'")]
    [InlineData("a\\b --all", "a\\eb \\-\\-all")]
    [InlineData("N,N…", "N,N\\[u2026]")]
    public void Text_is_never_taken_for_a_request(string text, string roff) => Assert.Equal(roff, Roff.Escaped(text));

    public void Dispose() => Directory.Delete(_pages, recursive: true);

    private string Page(Helped command) => File.ReadAllText(Path.Combine(_pages, command.Path.Replace(' ', '-') + ".1"));
}
