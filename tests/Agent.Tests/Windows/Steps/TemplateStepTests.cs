using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Tests.Windows.Steps;

/// <summary>The window of a template, and every fault when it is written.</summary>
public sealed class TemplateStepTests : IDisposable
{
    private readonly WindowsBench _bench = new(MemoryWindows.V2019);

    [Fact]
    public async Task It_is_applied_when_the_tool_ends_well_and_it_reads_back()
    {
        Assert.Equal("", Assert.IsType<Outcome.Applied>(await SetAsync(16)).Note);
        Assert.Equal(16, _bench.Host.Icw[TemplateName.Internet]);
    }

    [Fact]
    public async Task It_is_applied_with_a_note_when_the_tool_complains_and_it_reads_back()
    {
        _bench.Host.ExitCode = 1;
        Assert.Equal(
            "It reads back, though the tool complained: 'netsh interface tcp set supplemental template=internet icw=16' ended with exit 1.",
            Assert.IsType<Outcome.Applied>(await SetAsync(16)).Note
        );
    }

    [Fact]
    public async Task A_write_that_is_acknowledged_and_lost_has_failed()
    {
        _bench.Host.Netsh = _ => new NetshRun(0, []);
        Assert.Equal(
            "'netsh interface tcp set supplemental template=internet icw=16' ended with exit 0. Internet still reads back as 10.",
            Assert.IsType<Outcome.Failed>(await SetAsync(16)).Error
        );
    }

    [Fact]
    public async Task A_refused_write_has_failed()
    {
        _bench.Host.Netsh = _ => new NetshRun(1, []);
        Assert.EndsWith(
            "ended with exit 1. Internet still reads back as 10.",
            Assert.IsType<Outcome.Failed>(await SetAsync(16)).Error,
            StringComparison.Ordinal
        );
    }

    /// <summary>The second one is the end of a capture of a German host; a tool that ends with 0 may have refused all the same.</summary>
    [Theory]
    [InlineData(0, "Ok.\r\n\r\n", "ended with exit 0 and said “Ok.”. Internet still reads back as 10.")]
    [InlineData(
        1,
        "\r\n(Als Administrator ausführen).\r\n\r\n",
        "ended with exit 1 and said “(Als Administrator ausführen).”. Internet still reads back as 10."
    )]
    public async Task What_the_tool_said_is_part_of_the_error(int exitCode, string output, string error)
    {
        _bench.Host.Netsh = _ => new NetshRun(exitCode, System.Text.Encoding.UTF8.GetBytes(output));
        Assert.EndsWith(error, Assert.IsType<Outcome.Failed>(await SetAsync(16)).Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("C:\\Windows\\System32\\netsh.exe is not there")]
    [InlineData("it did not end within 30 s")]
    public async Task A_tool_that_does_not_run_or_does_not_end_has_failed_and_is_named(string problem)
    {
        _bench.Host.Netsh = _ => new NetshRun(null, [], problem);
        Assert.Contains(
            $"did not end by itself: {problem}",
            Assert.IsType<Outcome.Failed>(await SetAsync(16)).Error,
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task A_number_that_nobody_asked_for_is_put_back_and_has_failed()
    {
        var first = true;
        _bench.Host.Netsh = set =>
        {
            if (!first)
                return null;
            first = false;
            _bench.Host.Icw[set.Template] = 14;
            return new NetshRun(0, []);
        };
        Assert.EndsWith(
            "Internet then read back as 14, and was restored to 10.",
            Assert.IsType<Outcome.Failed>(await SetAsync(16)).Error,
            StringComparison.Ordinal
        );
        Assert.Equal(10, _bench.Host.Icw[TemplateName.Internet]);
    }

    [Fact]
    public async Task A_number_that_nobody_asked_for_and_that_stays_keeps_its_before_image()
    {
        _bench.Host.Netsh = set =>
        {
            _bench.Host.Icw[set.Template] = 14;
            return new NetshRun(0, []);
        };
        var turn = await _bench.ApplyAsync(("default", 16));
        Assert.Contains("template Internet reads back as 'initcwnd 14', not 'initcwnd 16'.", turn.State.Reason, StringComparison.Ordinal);

        _bench.Host.Netsh = _ => null;
        await _bench.RollbackAllAsync();
        Assert.Equal(10, _bench.Host.Icw[TemplateName.Internet]);
        Assert.Equal(10, _bench.Host.Icw[TemplateName.Datacenter]);
    }

    [Fact]
    public async Task A_restore_that_reads_back_as_another_number_is_tried_once_more_with_the_before_image()
    {
        await _bench.ApplyAsync(("default", 16));
        var (written, faulted) = (new List<int>(), false);
        _bench.Host.Netsh = set =>
        {
            written.Add(set.Window.Segments);
            if (set.Template != TemplateName.Internet || faulted)
                return null;
            faulted = true;
            _bench.Host.Icw[set.Template] = 14;
            return new NetshRun(0, []);
        };
        await _bench.RollbackAllAsync();
        Assert.All(written, window => Assert.Equal(10, window));
        Assert.Equal(10, _bench.Host.Icw[TemplateName.Internet]);
    }

    [Fact]
    public async Task A_restore_that_keeps_reading_back_as_another_number_has_failed_and_never_sets_what_the_agent_had_set()
    {
        await _bench.ApplyAsync(("default", 16));
        List<int> written = [];
        _bench.Host.Netsh = set =>
        {
            written.Add(set.Window.Segments);
            _bench.Host.Icw[set.Template] = 14;
            return new NetshRun(0, []);
        };
        await _bench.RollbackAllAsync();
        Assert.All(written, window => Assert.Equal(10, window));

        _bench.Host.Netsh = _ => null;
        await _bench.RollbackAllAsync();
        Assert.Equal(10, _bench.Host.Icw[TemplateName.Internet]);
    }

    [Fact]
    public async Task Nothing_is_written_where_it_is_so_already()
    {
        Assert.IsType<Outcome.AlreadyThere>(await SetAsync(10));
        Assert.Empty(_bench.Host.Writes);
    }

    [Fact]
    public async Task A_template_that_somebody_changed_since_planning_is_refused()
    {
        var tuner = _bench.NewTuner();
        var target = await InternetAsync(tuner);
        _bench.Host.Icw[TemplateName.Internet] = 8;
        var refused = Assert.IsType<Outcome.Refused>(
            await tuner.ApplyAsync(new Step.Set(target, new Window(16, null)), CancellationToken.None)
        );
        Assert.Equal("template Internet has 8 by now and had 10 when this was planned; plan again.", refused.Reason);
        Assert.Equal(8, _bench.Host.Icw[TemplateName.Internet]);
    }

    [Fact]
    public async Task An_odd_number_is_never_written_even_when_a_step_asks_for_it()
    {
        Assert.Contains("the nearest is 10", Assert.IsType<Outcome.Refused>(await SetAsync(11)).Reason, StringComparison.Ordinal);
        Assert.Empty(_bench.Host.Writes);
    }

    [Fact]
    public async Task A_host_that_cannot_be_read_says_so()
    {
        _bench.Host.ReadProblem = "WMI does not answer";
        var unavailable = await Assert.ThrowsAsync<TunerUnavailableException>(async () =>
            await _bench.NewTuner().ReadAsync(CancellationToken.None)
        );
        Assert.Equal("reading the TCP templates: WMI does not answer", unavailable.Message);
    }

    [Fact]
    public async Task What_somebody_else_set_since_goes_back_to_what_was_there_before_us()
    {
        await _bench.ApplyAsync(("default", 16));
        _bench.Host.Icw[TemplateName.Internet] = 20;
        await _bench.RollbackAllAsync();
        Assert.Equal(10, _bench.Host.Icw[TemplateName.Internet]);
    }

    [Fact]
    public async Task A_rollback_of_the_last_policy_goes_to_the_one_before()
    {
        await _bench.ApplyAsync(("default", 16), ("prefix:10.0.0.0/8", 20));
        await _bench.ApplyAsync(("default", 12), ("prefix:10.0.0.0/8", 24));
        var reconciler = _bench.Open();
        var turn = await reconciler.Rollbacks.LastAsync(CancellationToken.None);
        Assert.True(turn!.Succeeded, turn.State.Reason);
        Assert.Equal(
            (16, 16, 20),
            (_bench.Host.Icw[TemplateName.Internet], _bench.Host.Icw[TemplateName.Datacenter], _bench.Host.Icw[TemplateName.InternetCustom])
        );
        Assert.Equal(TemplateName.InternetCustom, Assert.Single(_bench.Host.Filters).Setting);
    }

    public void Dispose() => _bench.Dispose();

    private async Task<Outcome> SetAsync(int window)
    {
        var tuner = _bench.NewTuner();
        return await tuner.ApplyAsync(new Step.Set(await InternetAsync(tuner), new Window(window, null)), CancellationToken.None);
    }

    private static async Task<Target> InternetAsync(ITuner tuner) =>
        (await tuner.ReadAsync(CancellationToken.None)).Targets.Single(target => target.Id == "template Internet");
}
