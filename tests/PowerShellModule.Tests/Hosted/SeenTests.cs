using System.Management.Automation;
using IwTune.PowerShellModule.Tests.Module;

namespace IwTune.PowerShellModule.Tests.Hosted;

/// <summary>What a person sees of the module: import, help, completion, tables.</summary>
public sealed class SeenTests : IDisposable
{
    private static readonly string[] Names =
    [
        "Get-IwTuneStatus",
        "Get-IwTuneWindow",
        "Invoke-IwTunePolicy",
        "Restore-IwTuneWindow",
        "Test-IwTunePolicy",
    ];

    private readonly StandInProgram _program = new();
    private readonly Console _console = new();
    private readonly ModuleSession _session;

    public SeenTests() => _session = new ModuleSession(_console);

    public static TheoryData<string> Cmdlets => [.. Names];

    public void Dispose()
    {
        _session.Dispose();
        _program.Dispose();
    }

    [Fact]
    public void The_module_brings_five_cmdlets_and_nothing_else()
    {
        var commands = _session.Run("Get-Command", ("Module", "IwTune")).Objects.Cast<CommandInfo>().ToList();
        Assert.Equal(Names, commands.Select(command => command.Name).Order(StringComparer.Ordinal));
        Assert.All(commands, command => Assert.Equal(CommandTypes.Cmdlet, command.CommandType));
        var module = commands[0].Module;
        Assert.Equal(("IwTune", new Version(0, 1, 0)), (module.Name, module.Version));
        Assert.Single(module.ExportedFormatFiles);
    }

    [Theory, MemberData(nameof(Cmdlets))]
    public void Help_has_every_section_an_example_and_every_parameter(string cmdlet)
    {
        _session.Type($"Get-Help {cmdlet} -Full");
        var help = _console.Text;
        foreach (var heading in (string[])["NAME", "SYNOPSIS", "SYNTAX", "DESCRIPTION", "PARAMETERS", "INPUTS", "OUTPUTS"])
            Assert.Contains($"\n{heading}\n", $"\n{help}", StringComparison.Ordinal);
        Assert.Contains("Example 1", help, StringComparison.Ordinal);
        Assert.Contains("PS> ", help, StringComparison.Ordinal);
        var command = (CommandInfo)_session.Run("Get-Command", ("Name", cmdlet)).Objects.Single();
        var own = command.Parameters.Keys.Except(Cmdlet.CommonParameters, StringComparer.OrdinalIgnoreCase).ToList();
        Assert.InRange(own.Count, 3, 8);
        Assert.All(own, parameter => Assert.Matches($"(?m)^    -{parameter}( |$)", help));
    }

    public static TheoryData<string> Examples =>
        [.. Built.Xml("en-US/IwTune.dll-Help.xml").Descendants().Where(one => one.Name.LocalName == "code").Select(one => one.Value[4..])];

    [Theory, MemberData(nameof(Examples))]
    public void Every_example_of_the_help_runs_and_gives_something(string example)
    {
        _program
            .Answers("show", Given.Show)
            .Answers("status", Given.Status)
            .Answers("plan", Given.Plan, 2)
            .Answers("apply", Given.Applied)
            .Answers("rollback", Given.Restored);
        _console.Keys.Enqueue('y');
        // Format-Table is in a module that the package of the engine does not have.
        var line = example.Split(" | Format-Table")[0];
        var ran = _session.Type($"$PSDefaultParameterValues = @{{ '*-IwTune*:Program' = '{_program.Path}' }}; {line}");
        Assert.Empty(ran.ErrorIds);
        Assert.NotEmpty(_console.Text.Trim());
    }

    [Theory, MemberData(nameof(Cmdlets))]
    public void Help_shows_the_syntax_that_the_cmdlet_has(string cmdlet)
    {
        static IEnumerable<string> Words(string text) =>
            text.Split([' ', '\n', '[', ']'], StringSplitOptions.RemoveEmptyEntries).Where(word => word[0] == '-').Distinct().Order();

        var command = (CommandInfo)_session.Run("Get-Command", ("Name", cmdlet)).Objects.Single();
        var own = command.Parameters.Keys.Except(Cmdlet.CommonParameters, StringComparer.OrdinalIgnoreCase);
        _session.Type($"(Get-Help {cmdlet}).syntax");
        Assert.Equal(own.Select(name => $"-{name}").Order(), Words(_console.Text));
    }

    [Theory]
    [InlineData("Get-IwT", "Get-IwTuneStatus, Get-IwTuneWindow")]
    [InlineData("*-IwTuneP", "Invoke-IwTunePolicy, Test-IwTunePolicy")]
    [InlineData("Restore-IwTuneWindow -A", "-All")]
    [InlineData("Invoke-IwTunePolicy -P", "-Path, -Program, -Pipe, -ProgressAction, -PipelineVariable")]
    [InlineData("Test-IwTunePolicy x.yaml -Q", "-Quiet")]
    public void The_tabulator_key_completes_names_and_parameters(string line, string offered) =>
        Assert.Equal(offered.Split(", ").Order(StringComparer.Ordinal), _session.Completed(line).Order(StringComparer.Ordinal));

    [Fact]
    public void Windows_are_a_table_with_the_headings_of_the_module()
    {
        _program.Answers("show", Given.Show);
        Assert.Equal(
            [
                "Target            InitCwnd InitRwnd Managed Before Owner   Strategy",
                "------            -------- -------- ------- ------ -----   --------",
                "template Internet       16          True        10 windows in-place",
                "template Compat          4          False          windows in-place",
            ],
            Lines("Get-IwTuneWindow")
        );
    }

    [Fact]
    public void The_changes_of_a_plan_are_a_table_of_their_own()
    {
        _program.Answers("plan", Given.Plan, 2);
        Assert.Equal(
            [
                "Target              From To Change       Reason",
                "------              ---- -- ------       ------",
                "template Internet     10 16 Pending      in-place, owner windows",
                "template Datacenter         AlreadyThere",
            ],
            Lines("(Test-IwTunePolicy /x.yaml -Program '{0}').Changes")
        );
    }

    [Fact]
    public void A_status_is_a_list_with_the_policy_first()
    {
        _program.Answers("status", Given.Status);
        var lines = Lines("Get-IwTuneStatus").ToList();
        Assert.Equal(["Policy         : edge", "Revision       : 4", "Phase          : Applied", "InDesiredState : True"], lines.Take(4));
        Assert.DoesNotContain(lines, line => line.StartsWith("HostId", StringComparison.Ordinal));
    }

    private IEnumerable<string> Lines(string line)
    {
        _session.Type(
            line.Contains("{0}", StringComparison.Ordinal)
                ? line.Replace("{0}", _program.Path, StringComparison.Ordinal)
                : $"{line} -Program '{_program.Path}'"
        );
        return System
            .Text.RegularExpressions.Regex.Replace(_console.Text, @"\e\[[\d;]*m", "")
            .Split('\n')
            .Select(text => text.TrimEnd())
            .Where(text => text.Length > 0);
    }
}
