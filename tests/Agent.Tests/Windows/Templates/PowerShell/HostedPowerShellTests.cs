using System.Collections.Concurrent;
using System.Management.Automation;
using System.Management.Automation.Runspaces;
using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.Lab;
using Microsoft.PowerShell;
using StandIn = IwTune.PowerShellDouble.Engine;

namespace IwTune.Agent.Tests.Windows.Templates.PowerShell;

/// <summary>The hosting code itself, over a stand-in for the engine that has its name and key. It does not test the real engine.</summary>
public sealed class HostedPowerShellTests : IDisposable
{
    private const string Module = @"C:\Windows\System32\WindowsPowerShell\v1.0\Modules\NetTCPIP\NetTCPIP.psd1";

    private readonly StandIn _engine = new();
    private readonly TestClock _clock = new();
    private readonly HostedPowerShell _shell;

    public HostedPowerShellTests()
    {
        StandIn.Current = _engine;
        _shell = new HostedPowerShell(Module, _clock);
    }

    public void Dispose() => _shell.Dispose();

    [Fact]
    public void A_session_runs_signed_and_unsigned_scripts_knows_one_module_and_loads_no_other()
    {
        var state = SessionSettings.For(Module);
        Assert.Equal(nameof(InitialSessionState.CreateDefault2), state.MadeBy);
        Assert.Equal(ExecutionPolicy.Bypass, state.ExecutionPolicy);
        Assert.Equal([Module], state.Imported);
        Assert.Equal(
            [("PSModuleAutoLoadingPreference", (object)"None")],
            state.Variables.Select(variable => (variable.Name, variable.Value))
        );
        Assert.True(state.ThrowOnRunspaceOpenError);
    }

    [Fact]
    public async Task A_command_gets_its_parameters_and_its_rows_become_bags()
    {
        (string Name, IReadOnlyDictionary<string, object> Parameters)? asked = null;
        _engine.Command = (name, parameters, _) =>
        {
            asked = (name, parameters);
            return
            [
                new PSObject(
                    new object(),
                    new PSPropertyInfo("SettingName", () => "Internet"),
                    new PSPropertyInfo("InitialCongestionWindow", () => new PSObject(10u)),
                    new PSPropertyInfo("Broken", () => throw Refusal("GetterFailed")),
                    new PSPropertyInfo("Empty", () => null)
                ),
            ];
        };
        var answer = await _shell.InvokeAsync(CmdletCommand.With("Get-NetTCPSetting", ("SettingName", "Internet")), default);
        Assert.Equal("Get-NetTCPSetting", asked?.Name);
        Assert.Equal(
            [("ErrorAction", "Stop"), ("SettingName", (object)"Internet")],
            asked!.Value.Parameters.Select(one => (one.Key, one.Value)).OrderBy(one => one.Key, StringComparer.Ordinal)
        );
        Assert.Null(answer.Error);
        Assert.Equal(
            [("Broken", null), ("Empty", null), ("InitialCongestionWindow", 10u), ("SettingName", (object?)"Internet")],
            Assert.Single(answer.Rows).Select(one => (one.Key, one.Value)).OrderBy(one => one.Key, StringComparer.Ordinal)
        );
    }

    [Fact]
    public async Task One_runspace_serves_all_commands_one_at_a_time_and_a_refusal_does_not_end_it()
    {
        var inside = 0;
        var most = new ConcurrentBag<int>();
        _engine.Command = (name, _, _) =>
        {
            most.Add(Interlocked.Increment(ref inside));
            Interlocked.Decrement(ref inside);
            return name == "Set-NetTCPSetting" ? throw Refusal("Windows System Error 87,Set-NetTCPSetting") : [];
        };
        var answers = await Task.WhenAll(
            Enumerable
                .Range(0, 20)
                .Select(at =>
                    _shell.InvokeAsync(CmdletCommand.With(at % 2 == 0 ? "Set-NetTCPSetting" : "Get-NetTCPSetting"), default).AsTask()
                )
        );
        Assert.Equal(10, answers.Count(answer => answer.Error?.Id == "Windows System Error 87,Set-NetTCPSetting"));
        Assert.Equal(1, most.Max());
        Assert.Single(_engine.Opened);
    }

    [Fact]
    public async Task A_runspace_that_broke_is_made_anew()
    {
        Runspace? broken = null;
        var first = true;
        _engine.Command = (_, _, _) =>
        {
            if (!first)
                return [];
            first = false;
            broken = Private<Runspace>("_runspace");
            broken!.Break();
            throw Refusal("RunspaceBroken");
        };
        Assert.Equal("RunspaceBroken", (await _shell.InvokeAsync(CmdletCommand.With("Get-NetTCPSetting"), default)).Error?.Id);
        Assert.Null((await _shell.InvokeAsync(CmdletCommand.With("Get-NetTCPSetting"), default)).Error);
        Assert.Equal(2, _engine.Opened.Count);
        Assert.Contains("dispose", _engine.Seen);
    }

    [Fact]
    public async Task A_module_that_cannot_be_loaded_is_told_by_its_own_error_and_tried_again()
    {
        _engine.Opening = () =>
            throw new RunspaceOpenModuleLoadException(
                new ErrorRecord(
                    new InvalidOperationException("running scripts is disabled on this system"),
                    "UnauthorizedAccess,Microsoft.PowerShell.Commands.ImportModuleCommand"
                )
            );
        var error = (await _shell.InvokeAsync(CmdletCommand.With("Get-NetTCPSetting"), default)).Error;
        Assert.Equal("UnauthorizedAccess,Microsoft.PowerShell.Commands.ImportModuleCommand", error?.Id);
        _engine.Opening = () => { };
        Assert.Null((await _shell.InvokeAsync(CmdletCommand.With("Get-NetTCPSetting"), default)).Error);
    }

    [Fact]
    public async Task An_engine_that_does_not_start_is_an_answer()
    {
        _engine.Opening = () =>
            throw new TypeInitializationException(
                "System.Management.Automation.PSVersionInfo",
                new InvalidOperationException("The path is empty.")
            );
        var answer = await _shell.InvokeAsync(CmdletCommand.With("Get-NetTCPSetting"), default);
        Assert.Equal("TypeInitializationException", answer.Error?.Id);
        Assert.StartsWith("The engine of PowerShell did not start", answer.Error?.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_command_that_hangs_is_stopped_after_its_time_and_the_next_gets_another_runspace()
    {
        _engine.Command = (_, _, stopped) => stopped.WaitHandle.WaitOne() ? throw new OperationCanceledException() : [];
        var running = _shell.InvokeAsync(CmdletCommand.With("Get-NetTCPSetting"), default).AsTask();
        await BegunAsync();
        _clock.Advance(PowerShellLimit.Span);
        Assert.Equal(PowerShellError.TimeLimit, (await running).Error?.Id);
        _engine.Command = (_, _, _) => [];
        Assert.Null((await _shell.InvokeAsync(CmdletCommand.With("Get-NetTCPSetting"), default)).Error);
        Assert.Equal(2, _engine.Opened.Count);
        Assert.Equal(["open", "begin Get-NetTCPSetting", "stop"], _engine.Seen.Take(3));
    }

    [Fact]
    public async Task A_caller_who_gives_up_stops_the_command()
    {
        _engine.Command = (_, _, stopped) => stopped.WaitHandle.WaitOne() ? throw new OperationCanceledException() : [];
        using var cancel = new CancellationTokenSource();
        var running = _shell.InvokeAsync(CmdletCommand.With("Get-NetTCPSetting"), cancel.Token).AsTask();
        await BegunAsync();
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
        Assert.Contains("stop", _engine.Seen);
    }

    private Task BegunAsync() => Until.TrueAsync(() => _engine.Seen.Contains("begin Get-NetTCPSetting"), () => "the command did not begin");

    private T? Private<T>(string field)
        where T : class =>
        (T?)
            typeof(HostedPowerShell)
                .GetField(field, System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic)!
                .GetValue(_shell);

    private static RuntimeException Refusal(string id) => new(new ErrorRecord(new InvalidOperationException("refused"), id));
}
