using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.Templates.Netsh;
using IwTune.Lab;
using IwTune.WindowsDouble.Faults;
using IwTune.WindowsDouble.Netsh;

namespace IwTune.Agent.Tests.Windows.Emulated;

/// <summary>The emulated netsh as a process, run as the agent runs netsh, gives the same result as without a process.</summary>
public sealed class NetshProcessTests
{
    [Theory]
    [InlineData("2022", "en-US")]
    [InlineData("2025", "de-DE")]
    [InlineData("win11", "ja-JP")]
    [InlineData("win10", "zh-CN")]
    [InlineData("2008r2", "en-US")]
    [InlineData("2008r2-kb", "en-US")]
    public async Task Bytes_and_exit_codes_are_the_same(string profile, string locale)
    {
        using var windows = new MachineDirectory(profile, locale);
        var program = new NetshProgram(new NetshCopy(windows).Path, TimeProvider.System);
        Assert.True(TemplateWindow.TryFrom(20, out var twenty));
        foreach (
            var command in (NetshCommand[])
                [
                    new NetshCommand.ShowGlobal(),
                    new NetshCommand.ShowSupplemental(),
                    new NetshCommand.SetInitialWindow(TemplateName.Internet, twenty),
                    new NetshCommand.ShowSupplemental(TemplateName.Internet),
                ]
        )
        {
            var run = await program.RunAsync(command, CancellationToken.None);
            var expected = NetshDouble.Run(windows.Machine, command.Arguments);
            Assert.Equal((expected.ExitCode, Convert.ToHexString(expected.Output)), (run.ExitCode, Convert.ToHexString(run.Output)));
            Assert.Equal(expected.ExitCode == NetshAnswer.NoCapture, run.Errors.Length > 0);
        }
    }

    [Fact]
    public async Task One_that_never_ends_is_ended_after_the_limit()
    {
        using var windows = new MachineDirectory("2022");
        windows.Machine.Arm(new Fault(FaultKind.HangAfterwards) { Writes = true });
        var clock = new TestClock();
        var program = new NetshProgram(new NetshCopy(windows).Path, clock);
        Assert.True(TemplateWindow.TryFrom(20, out var twenty));
        var running = program.RunAsync(new NetshCommand.SetInitialWindow(TemplateName.Internet, twenty), CancellationToken.None).AsTask();
        await Until.TrueAsync(() => windows.Machine.Calls.Count == 1, () => "netsh was never asked");
        clock.Advance(NetshProgram.Limit);
        var run = await running;
        Assert.Null(run.ExitCode);
        Assert.Contains("30 s", run.Problem, StringComparison.Ordinal);
        Assert.Equal(20, windows.Machine.Read().Template("Internet")!.Window);
    }

    [Fact]
    public async Task Without_a_machine_it_says_so()
    {
        using var windows = new MachineDirectory("2022");
        var program = new NetshProgram(new NetshCopy(windows).Path, TimeProvider.System);
        File.Delete(windows.Machine.Path);
        var run = await program.RunAsync(new NetshCommand.ShowGlobal(), CancellationToken.None);
        Assert.Equal(NetshAnswer.NoMachine, run.ExitCode);
        Assert.Contains("there is no machine", run.Said, StringComparison.Ordinal);
    }
}
