using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Windows.Authors;
using IwTune.Agent.Windows.Authors.Logs;
using IwTune.WindowsDouble.Events;

namespace IwTune.Agent.Tests.Windows.Authors;

/// <summary>Two looks a minute apart; between them the settings were written, ten seconds ago.</summary>
public sealed class ChangeInquiryTests
{
    private const string Netsh = @"C:\Windows\System32\netsh.exe";
    private const string Shell = @"C:\Windows\System32\cmd.exe";

    private readonly TestClock _clock = new();
    private readonly EmulatedEventLogs _logs = new();
    private TimeSpan _sinceBoot = TimeSpan.FromDays(9);

    private DateTimeOffset Written => _clock.GetUtcNow() - TimeSpan.FromSeconds(10);

    public ChangeInquiryTests() => _logs.Written = Written;

    [Fact]
    public async Task A_command_is_named_with_its_distance_and_called_a_coincidence()
    {
        _logs.Events.Add(new ProgramStarted(Before(0.4), Netsh, Shell) { CommandLine = "netsh int tcp set supplemental internet icw=10" });

        var author = await AskAsync();

        Assert.Equal(@"probably netsh.exe of CONTOSO\dadmin", author.Who);
        Assert.Equal(
            @"cmd.exe started netsh.exe with 'set supplemental' as CONTOSO\dadmin 0.4 s before the change; a coincidence in the event log, "
                + "not proof",
            author.How
        );
        Assert.Equal(Written, author.At);
        Assert.Contains("'iwtune override'", author.Advice, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_task_that_started_the_process_is_the_author_and_both_are_told()
    {
        _logs.Events.AddRange([
            new TaskProcess(Before(3), @"\Corp\Tune", Shell, 11652),
            new ProgramStarted(Before(2), Netsh, Shell) { ParentProcess = 11652 },
        ]);

        var author = await AskAsync();

        Assert.Equal(@"probably the scheduled task \Corp\Tune", author.Who);
        Assert.StartsWith(
            @"the scheduled task \Corp\Tune started cmd.exe, and cmd.exe started netsh.exe as CONTOSO\dadmin 2 s before the change",
            author.How,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_refresh_of_group_policy_is_probably_a_script_or_preference()
    {
        _logs.Events.Add(new PolicyRan(4006, Before(4)));

        var author = await AskAsync();

        Assert.Equal("probably a Group Policy script or preference", author.Who);
        Assert.Contains("4 s before the change", author.How, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_stronger_clue_goes_first_though_another_is_nearer()
    {
        _logs.Events.AddRange([
            new TaskAction(200, Before(1), @"\Backup", @"C:\backup.exe"),
            new PolicyRan(4006, Before(5)),
            new ScriptLogged(Before(40), "Set-NetTCPSetting -SettingName Internet", @"C:\ops\tune.ps1"),
        ]);

        Assert.Equal(@"probably the script C:\ops\tune.ps1", (await AskAsync()).Who);
    }

    [Fact]
    public async Task Of_equal_clues_the_nearer_one_counts()
    {
        _logs.Events.AddRange([new TaskProcess(Before(30), @"\Far", Shell, 1), new TaskProcess(Before(2), @"\Near", Shell, 2)]);

        Assert.Equal(@"probably the scheduled task \Near", (await AskAsync()).Who);
    }

    [Fact]
    public async Task What_happened_long_before_or_after_the_change_is_no_clue()
    {
        _logs.Events.AddRange([
            new TaskAction(200, Before(11), @"\Backup", @"C:\backup.exe"),
            new ProgramStarted(Before(16), Netsh, Shell),
            new ProgramStarted(Before(-2), Netsh, Shell),
            new PolicyRan(4006, Before(31)),
        ]);

        Assert.False((await AskAsync()).IsKnown);
    }

    [Fact]
    public async Task What_ended_just_after_the_change_may_have_made_it()
    {
        _logs.Events.Add(new TaskAction(201, Before(-3), @"\Corp\Tune", Shell));

        Assert.Contains("ended cmd.exe 3 s after the change", (await AskAsync()).How, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_change_shortly_after_windows_started_was_made_at_boot()
    {
        _sinceBoot = TimeSpan.FromSeconds(50);
        Assert.Contains("at boot (40 s after Windows started)", (await AskAsync()).How, StringComparison.Ordinal);

        _logs.Events.Add(new PolicyRan(4018, Before(6)));
        var author = await AskAsync();

        Assert.Equal("probably a Group Policy script", author.Who);
        Assert.Contains("6 s before the change, at boot (40 s after Windows started)", author.How, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_clue_it_says_when_and_what_to_switch_on()
    {
        var author = await AskAsync();

        Assert.Equal(Attribution.NotKnown, author.Who);
        Assert.Equal("written at 11:59:50Z; no event log names a program, and the creation of processes is not audited", author.How);
        Assert.Contains("Audit process creation", author.Advice, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_processes_are_audited_nothing_has_to_be_switched_on()
    {
        _logs.Events.Add(new ProgramStarted(Before(3), @"C:\Windows\notepad.exe", Shell));

        var author = await AskAsync();

        Assert.Equal("written at 11:59:50Z; no event log shows a program that could have done it", author.How);
        Assert.Equal("", author.Advice);
    }

    [Fact]
    public async Task A_log_that_may_not_be_read_is_named()
    {
        _logs.Problems[WatchedLogs.Security] = EventCalls.Explain(5);

        Assert.EndsWith(
            "Security: access denied; administrators and the service (LocalSystem) may read it",
            (await AskAsync()).How,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Where_no_log_can_be_read_the_reason_is_said_once()
    {
        foreach (var log in WatchedLogs.Names)
            _logs.Problems[log] = "the event logs did not answer within 3 s";

        Assert.Equal("written at 11:59:50Z; the event logs did not answer within 3 s", (await AskAsync()).How);
    }

    [Fact]
    public async Task A_write_before_the_last_look_was_another_one()
    {
        _logs.Written = _clock.GetUtcNow() - TimeSpan.FromMinutes(5);
        _logs.Events.Add(new TaskProcess(Before(20), @"\Corp\Tune", Shell, 1));

        var author = await AskAsync();

        Assert.Contains("at 11:59:30Z, the change was noticed at 12:00:00Z", author.How, StringComparison.Ordinal);
        _logs.Events.Clear();
        Assert.StartsWith("written between 11:59:00Z and 12:00:00Z", (await AskAsync()).How, StringComparison.Ordinal);
    }

    [Fact]
    public void A_query_asks_for_the_documented_events_of_a_span_of_time()
    {
        var queries = WatchedLogs.Queries(_clock.GetUtcNow(), _clock.GetUtcNow() + TimeSpan.FromSeconds(1.5));

        Assert.Equal(
            "*[System[(EventID=129 or EventID=200 or EventID=201) and TimeCreated[@SystemTime>='2026-11-21T12:00:00.000Z' "
                + "and @SystemTime<='2026-11-21T12:00:01.500Z']]]",
            queries.Single(query => query.Log == WatchedLogs.Tasks).Filter
        );
        Assert.All(queries, query => Assert.InRange(query.Most, 1, 500));
    }

    private DateTimeOffset Before(double seconds) => Written - TimeSpan.FromSeconds(seconds);

    private ValueTask<Attribution> AskAsync() =>
        new ChangeInquiry(_logs, _logs, () => _sinceBoot, own: 4242, _clock).AskAsync(
            _clock.GetUtcNow() - TimeSpan.FromMinutes(1),
            TestContext.Current.CancellationToken
        );
}
