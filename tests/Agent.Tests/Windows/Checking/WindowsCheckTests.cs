using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Agent.Tests.Cli;
using IwTune.Agent.Tests.Engine;
using IwTune.Agent.Tests.Windows.Faults;
using IwTune.Agent.Windows.Templates;
using IwTune.WindowsDouble.Faults;
using IwTune.WindowsDouble.Machine;
using IwTune.WindowsDouble.Profiles;

namespace IwTune.Agent.Tests.Windows.Checking;

/// <summary>A check of every emulated Windows: what it writes, and that the machine is the same bytes afterwards.</summary>
[Collection("command line")]
public sealed class WindowsCheckTests
{
    public static TheoryData<string> Profiles => [.. Profile.All.Select(profile => profile.Name)];

    [Theory]
    [MemberData(nameof(Profiles))]
    public async Task Without_write_nothing_is_changed_and_nothing_is_claimed(string profile)
    {
        using var windows = new CheckedWindows(profile);
        var found = windows.Machine;
        var said = await windows.RunAsync();
        Assert.True(said.Exit == 0, said.Error);
        Assert.Equal(found, windows.Machine);
        Assert.DoesNotContain(windows.Host.Machine.Calls, call => call.Contains(" set ", StringComparison.Ordinal) && !IsHelp(call));
        Assert.All(windows.Cells, cell => Assert.EndsWith("not seen", cell, StringComparison.Ordinal));
        Assert.Equal(Enum.GetValues<VersionAspect>().Length, windows.Cells.Count);
    }

    [Theory]
    [InlineData("2012")]
    [InlineData("2012r2")]
    [InlineData("2016")]
    [InlineData("2019")]
    [InlineData("2022")]
    [InlineData("2025")]
    public async Task With_write_every_cell_of_a_server_is_confirmed_and_the_machine_is_as_before(string profile)
    {
        using var windows = new CheckedWindows(profile);
        var found = windows.Machine;
        var said = await windows.RunAsync("--write");
        Assert.True(said.Exit == 0, said.Error + said.Out);
        Assert.Equal(found, windows.Machine);
        Assert.Equal(Enum.GetValues<VersionAspect>().Select(aspect => $"{aspect.Word()} confirmed"), windows.Cells);
        Assert.Contains(windows.Host.Machine.Calls, call => call.Contains("add supplementalsubnet", StringComparison.Ordinal));
        Assert.Contains(windows.Host.Machine.Calls, call => call.Contains("delete supplementalport", StringComparison.Ordinal));
        Assert.False(File.Exists(windows.Host.State.File("windows-check")));
    }

    [Theory]
    [InlineData("2012r2", "2012 R2", "documented", "assumed")]
    [InlineData("2019", "2019", "captured", "assumed")]
    [InlineData("2025", "2025", "assumed", "documented")]
    [InlineData("2008r2-kb", "2008 R2 SP1 with KB2472264", "captured", "documented")]
    [InlineData("2008r2", "2008 R2 without KB2472264", "-", "-")]
    [InlineData("win11", "client 22631", "-", "-")]
    public async Task A_finding_has_the_row_and_the_mark_of_the_table(string profile, string row, string template, string port)
    {
        using var windows = new CheckedWindows(profile);
        await windows.RunAsync();
        Assert.Contains(windows.Findings, line => line.StartsWith($"finding: {row} | template | {template} | ", StringComparison.Ordinal));
        Assert.Contains(windows.Findings, line => line.StartsWith($"finding: {row} | port scope | {port} | ", StringComparison.Ordinal));
        Assert.Contains($"\nrow: {row}\n", windows.Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("2008r2")]
    [InlineData("2008r2-kb")]
    [InlineData("win11")]
    public async Task A_windows_that_cannot_be_set_or_not_be_read_is_left_alone(string profile)
    {
        using var windows = new CheckedWindows(profile);
        var found = windows.Machine;
        Assert.Equal(0, (await windows.RunAsync("--write")).Exit);
        Assert.Equal(found, windows.Machine);
        Assert.Contains("prefix scope not seen", windows.Cells);
        Assert.DoesNotContain(windows.Host.Machine.Calls, call => call.Contains(" add ", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("2012")]
    [InlineData("2025")]
    public async Task Killed_at_any_moment_the_next_check_restores(string profile)
    {
        var killed = true;
        var changed = 0;
        for (var moment = 0; killed; moment++)
        {
            using var windows = new CheckedWindows(profile);
            var found = windows.Machine;
            var killing = Killing.At(windows.Host, moment);
            try
            {
                await windows.RunAsync("--write");
            }
            catch (KilledException) { }
            killing.Over();
            killed = killing.Where is not null;
            changed += windows.Machine == found ? 0 : 1;
            File.Delete(windows.File);

            var said = await windows.RunAsync();
            Assert.True(said.Exit == 0, $"{killing.Where}: {said.Error}");
            Assert.True(found == windows.Machine, killing.Where);
            Assert.False(File.Exists(windows.Host.State.File("windows-check")));
        }
        Assert.InRange(changed, 10, 1000);
    }

    [Theory]
    [InlineData("set", "20")]
    [InlineData("run")]
    public async Task After_a_killed_check_nothing_is_set_until_it_is_restored(params string[] words)
    {
        using var windows = new CheckedWindows();
        var found = windows.Machine;
        windows.Host.At = at =>
        {
            if (at.StartsWith("after", StringComparison.Ordinal) && windows.Machine != found)
                throw new KilledException(at);
        };
        await Assert.ThrowsAsync<KilledException>(() => windows.RunAsync("--write"));
        windows.Host.At = _ => { };
        var left = windows.Machine;
        Assert.NotEqual(found, left);

        var refused = await windows.TypedAsync([.. words, "--state", windows.Host.State.Root]);
        Assert.NotEqual(0, refused.Exit);
        Assert.Contains("'iwtune windows-check --write' was killed", refused.Error + refused.Out, StringComparison.Ordinal);
        Assert.Equal(left, windows.Machine);

        File.Delete(windows.File);
        Assert.Equal(0, (await windows.RunAsync()).Exit);
        Assert.Equal(found, windows.Machine);
    }

    [Fact]
    public async Task Interrupted_it_restores_before_it_ends_and_leaves_no_file()
    {
        using var windows = new CheckedWindows();
        var found = windows.Machine;
        var interrupted = false;
        windows.Instead = command =>
        {
            if (interrupted || !command.Name.StartsWith("netsh-look-supplementalports", StringComparison.Ordinal))
                return null;
            if (!windows.Host.Machine.Calls.Any(call => call.Contains("add supplementalport", StringComparison.Ordinal)))
                return null;
            interrupted = true;
            throw new OperationCanceledException();
        };
        await Assert.ThrowsAsync<OperationCanceledException>(() => windows.RunAsync("--write"));
        Assert.Equal(found, windows.Machine);
        Assert.False(File.Exists(windows.File));
    }

    [Fact]
    public async Task The_hosts_name_is_in_none_of_it_and_an_existing_file_is_not_overwritten()
    {
        using var windows = new CheckedWindows();
        windows.Instead = command =>
            command.Name == "ver" ? new HostCommandRun(0, "Microsoft Windows on WEB-SRV-07\r\n"u8.ToArray(), [], TimeSpan.Zero) : null;
        await windows.RunAsync();
        var text = windows.Text;
        Assert.DoesNotContain("WEB-SRV-07", text, StringComparison.OrdinalIgnoreCase);
        Assert.DoesNotContain(Convert.ToHexString("WEB-SRV-07"u8), text, StringComparison.Ordinal);
        Assert.Contains("  | Microsoft Windows on XXXXXXXXXX\n", text, StringComparison.Ordinal);
        Assert.Contains("redacted: 1\n", text, StringComparison.Ordinal);
        Assert.Equal(64, (await windows.RunAsync()).Exit);
        Assert.Equal(text, windows.Text);
    }

    [Fact]
    public async Task A_filter_of_another_program_for_the_same_prefix_refuses_the_check()
    {
        using var windows = new CheckedWindows();
        windows.Host.Machine.Change(state =>
            state with
            {
                Filters = [new FilterState("InternetCustom") { DestinationPrefix = "192.0.2.0/24" }],
            }
        );
        await RefusedAsync(windows, 1, "192.0.2.0/24 exists");
    }

    [Fact]
    public async Task A_running_daemon_refuses_the_check()
    {
        using var windows = new CheckedWindows();
        using var held = StateLock.Take(windows.Host.State, StateLock.Daemon);
        await RefusedAsync(windows, 1, "is in use by");
    }

    [Fact]
    public async Task Where_iwtune_has_set_windows_the_check_is_refused()
    {
        using var windows = new CheckedWindows();
        {
            var reconciler = windows.Host.Open();
            await reconciler.ReconcileAsync(Bench.Content(("default", 16, null)), TestContext.Current.CancellationToken);
            reconciler.Timer.Confirm("by hand");
        }
        await RefusedAsync(windows, 1, "iwtune rollback --all");
    }

    [Fact]
    public async Task On_another_system_the_verb_is_refused()
    {
        var said = await new Shell(new Bench().WithUsualRoutes()).RunAsync("windows-check", "--write");
        Assert.Equal(3, said.Exit);
        Assert.Contains("this is another system", said.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_elevation_writing_is_refused_and_reading_works()
    {
        using var windows = new CheckedWindows { Lacking = "Changing TCP templates needs an elevated process." };
        await RefusedAsync(windows, 5, "without --write no such right is needed");
        Assert.Equal(0, (await windows.RunAsync()).Exit);
        Assert.Contains("elevated: no\n", windows.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_write_that_is_lost_or_denied_contradicts_the_cells()
    {
        foreach (var kind in (FaultKind[])[FaultKind.LostWrite, FaultKind.Denied])
        {
            using var windows = new CheckedWindows();
            windows.Host.Machine.Arm(new Fault(kind));
            var found = windows.Machine;
            Assert.Equal(2, (await windows.RunAsync("--write")).Exit);
            Assert.Equal(found, windows.Machine);
            Assert.Equal(
                ["template contradicted", "prefix scope contradicted", "port scope contradicted", "rollback not seen", "drift not seen"],
                windows.Cells
            );
        }
    }

    [Fact]
    public async Task What_cannot_be_restored_is_named_with_its_command_and_remembered()
    {
        using var windows = new CheckedWindows();
        var found = windows.Machine;
        windows.Instead = command =>
            command.Name == "netsh-delete-supplementalsubnet" ? new HostCommandRun(1, [], [], TimeSpan.Zero) : null;
        var said = await windows.RunAsync("--write");
        Assert.Equal(1, said.Exit);
        Assert.Contains("delete supplementalsubnet family=ipv4 address=192.0.2.0/24", said.Error, StringComparison.Ordinal);
        Assert.Contains("rollback contradicted", windows.Cells);
        Assert.NotEqual(found, windows.Machine);

        windows.Instead = _ => null;
        File.Delete(windows.File);
        Assert.Contains("is restored", (await windows.RunAsync()).Error, StringComparison.Ordinal);
        Assert.Equal(found, windows.Machine);
    }

    private static async Task RefusedAsync(CheckedWindows windows, int exit, string because)
    {
        var found = windows.Machine;
        var said = await windows.RunAsync("--write");
        Assert.Equal(exit, said.Exit);
        Assert.Contains(because, said.Error, StringComparison.Ordinal);
        Assert.Equal(found, windows.Machine);
        Assert.False(File.Exists(windows.File));
    }

    private static bool IsHelp(string call) => call.Contains("/?", StringComparison.Ordinal);
}
