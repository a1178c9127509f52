using IwTune.Agent.Windows.Authors.Clues;
using IwTune.Agent.Windows.Authors.Logs;
using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.Agent.Windows.Templates.PowerShell.Child;
using IwTune.WindowsDouble.Events;

namespace IwTune.Agent.Tests.Windows.Authors;

/// <summary>What each event says, and what it must not show.</summary>
public sealed class EventMeaningTests
{
    private const string Netsh = @"C:\Windows\System32\netsh.exe";
    private const string Shell = @"C:\Windows\System32\cmd.exe";
    private const int Own = 4242;
    private static readonly DateTimeOffset Noon = new(2026, 11, 25, 12, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData("netsh int tcp set supplemental internet icw=10", "set supplemental")]
    [InlineData("netsh interface tcp SET SUP template=custom icw=10", "set supplemental")]
    [InlineData("netsh int tcp add supplementalsubnet internetcustom ipv4 10.0.0.0/8", "add supplementalsubnet")]
    [InlineData("netsh int tcp delete supplementalport * 443", "delete supplementalport")]
    public void A_netsh_that_sets_is_named_with_its_verb_and_account(string line, string verb)
    {
        var clue = Only(new ProgramStarted(Noon, Netsh, Shell) { CommandLine = line });

        Assert.Equal((ClueKind.Command, @"netsh.exe of CONTOSO\dadmin"), (clue.Kind, clue.Who));
        Assert.Equal($@"cmd.exe started netsh.exe with '{verb}' as CONTOSO\dadmin", clue.What);
    }

    [Theory]
    [InlineData("netsh advfirewall set allprofiles state on")]
    [InlineData("netsh interface tcp show global")]
    [InlineData("netsh interface ipv4 set address name=lan static 192.0.2.7")]
    public void A_netsh_that_does_something_else_is_no_clue(string line) =>
        Assert.Empty(Meaning(new ProgramStarted(Noon, Netsh, Shell) { CommandLine = line }));

    [Theory]
    [InlineData("")]
    [InlineData("netsh")]
    [InlineData(@"netsh -f C:\tune.txt")]
    [InlineData(@"netsh exec C:\tune.txt")]
    public void A_netsh_whose_command_is_not_logged_is_a_weaker_clue(string line) =>
        Assert.Equal(ClueKind.Netsh, Only(new ProgramStarted(Noon, Netsh, Shell) { CommandLine = line }).Kind);

    [Fact]
    public void Another_program_that_starts_netsh_is_the_author() =>
        Assert.Equal("ruby.exe", Only(new ProgramStarted(Noon, Netsh, @"C:\opscode\ruby.exe")).Who);

    [Fact]
    public void A_netsh_that_group_policy_starts_is_a_script_of_it()
    {
        var clue = Only(new ProgramStarted(Noon, Netsh, @"C:\Windows\System32\gpscript.exe"));

        Assert.Equal(PolicyClues.ScriptAuthor, clue.Who);
        Assert.Contains("gpresult", clue.Advice, StringComparison.Ordinal);
    }

    [Fact]
    public void Other_programs_are_no_clue() => Assert.Empty(Meaning(new ProgramStarted(Noon, @"C:\Windows\System32\rundll32.exe", Shell)));

    [Fact]
    public void A_command_line_is_never_shown()
    {
        const string Secret = "hunter2";
        Clue[] clues =
        [
            Only(
                new ProgramStarted(Noon, Netsh, Shell)
                {
                    CommandLine = $"netsh -r srv1 -u admin -p {Secret} interface tcp set supplemental internet icw=10",
                }
            ),
            Only(
                new ProgramStarted(Noon, @"C:\Windows\System32\WindowsPowerShell\v1.0\powershell.exe", Shell)
                {
                    CommandLine = $"powershell -Command \"$p='{Secret}'; Set-NetTCPSetting -SettingName Internet\"",
                }
            ),
            Only(new ScriptLogged(Noon, $"$p = '{Secret}'\nSet-NetTCPSetting -SettingName Internet")),
        ];
        Assert.All(clues, clue => Assert.DoesNotContain(Secret, clue.ToString(), StringComparison.Ordinal));
        Assert.Equal([ClueKind.Command, ClueKind.Command, ClueKind.Script], clues.Select(clue => clue.Kind));
    }

    [Fact]
    public void A_script_that_names_a_cmdlet_is_named_by_its_file_or_account()
    {
        Assert.Equal(@"the script C:\ops\tune.ps1", Only(new ScriptLogged(Noon, "new-nettransportfilter -x", @"C:\ops\tune.ps1")).Who);
        var typed = Only(new ScriptLogged(Noon, "Set-NetTCPSetting -SettingName Internet"));
        Assert.Equal("PowerShell of S-1-5-21-1392459375-2353216063-1350843065-1001", typed.Who);
        Assert.Contains("with 'Set-NetTCPSetting'", typed.What, StringComparison.Ordinal);
    }

    [Fact]
    public void A_script_that_calls_netsh_is_named_with_its_verb() =>
        Assert.Contains(
            "with 'set supplemental'",
            Only(new ScriptLogged(Noon, "& netsh interface tcp 'set' supplemental template=internet icw=10")).What,
            StringComparison.Ordinal
        );

    [Fact]
    public void A_script_without_such_a_cmdlet_and_the_loading_of_the_module_are_no_clues() =>
        Assert.Empty(
            Meaning(
                new ScriptLogged(Noon, "Get-NetTCPSetting"),
                new ScriptLogged(Noon, "# netsh: we set supported ciphers, then add supplies"),
                new ScriptLogged(Noon, "set supplemental template=internet icw=10"),
                new ScriptLogged(Noon, "function Set-NetTCPSetting { $__cmdletization_methodParameters = 1 }")
            )
        );

    [Fact]
    public void What_the_agent_did_itself_is_no_clue() =>
        Assert.Empty(
            Meaning(
                new ProgramStarted(Noon, Netsh, @"C:\agent\other.exe") { ParentProcess = Own },
                new ProgramStarted(Noon, Netsh, @"C:\Program Files\IwTune\iwtune.exe") { ParentProcess = Own + 1 },
                new ProgramStarted(Noon, @"C:\Windows\System32\WindowsPowerShell\v1.0\powershell.exe", Shell)
                {
                    ParentProcess = Own,
                    Process = 77,
                },
                new ScriptLogged(Noon, "Set-NetTCPSetting -SettingName Internet") { LoggedBy = 77 },
                new ScriptLogged(Noon, ChildScript.Of(CmdletCommand.With("Set-NetTCPSetting")))
            )
        );

    [Fact]
    public void A_task_is_named_and_counts_more_when_it_runs_a_shell()
    {
        var shell = Only(new TaskProcess(Noon, @"\Corp\Tune", Shell, 11652));
        var other = Only(new TaskAction(200, Noon, @"\Corp\Backup", @"C:\backup.exe"));

        Assert.Equal((ClueKind.TaskWithShell, @"the scheduled task \Corp\Tune", 11652), (shell.Kind, shell.Who, shell.Process));
        Assert.Equal((ClueKind.Task, @"the scheduled task \Corp\Backup started backup.exe"), (other.Kind, other.What));
        Assert.Contains("ended", Only(new TaskAction(201, Noon, @"\Corp\Tune", Shell)).What, StringComparison.Ordinal);
    }

    [Fact]
    public void Scripts_of_the_computer_s_policy_are_a_clue_and_those_of_a_user_are_none()
    {
        var clue = Only(new PolicyRan(4018, Noon));

        Assert.Equal((ClueKind.PolicyScripts, PolicyClues.ScriptAuthor), (clue.Kind, clue.Who));
        Assert.Empty(Meaning(new PolicyRan(4018, Noon) { Account = @"EXAMPLEDOMAIN\ann" }));
    }

    [Theory]
    [InlineData(4006, "", "Group Policy began to process the computer's policy")]
    [InlineData(4016, "Group Policy Registry", "Group Policy began its extension Group Policy Registry")]
    [InlineData(5016, "Scripts", "Group Policy ended its extension Scripts")]
    public void Processing_of_group_policy_is_a_clue(int id, string extension, string what)
    {
        var clue = Only(new PolicyRan(id, Noon) { Extension = extension });

        Assert.Equal((ClueKind.Policy, "a Group Policy script or preference", what), (clue.Kind, clue.Who, clue.What));
    }

    [Fact]
    public void Names_from_events_are_short_and_without_control_characters()
    {
        var clue = Only(new TaskProcess(Noon, "\\a\t" + new string('b', 500), Shell, 1));

        Assert.DoesNotContain('\t', clue.Who);
        Assert.InRange(clue.Who.Length, 100, 160);
    }

    private static Clue Only(WindowsEvent logged) => Assert.Single(Meaning(logged));

    private static IReadOnlyList<Clue> Meaning(params WindowsEvent[] logged) =>
        EventMeaning.Of([.. logged.Select(one => EventText.Read(one.Log, one.Xml())!)], Own);
}
