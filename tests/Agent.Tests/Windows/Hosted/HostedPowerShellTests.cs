using System.Management.Automation.Runspaces;
using IwTune.Agent.Windows.Templates.PowerShell;
using IwTune.Lab;
using Microsoft.PowerShell;

namespace IwTune.Agent.Tests.Windows.Hosted;

/// <summary>The hosting code over the real engine, with modules of the tests' own.</summary>
public sealed class HostedPowerShellTests : IDisposable
{
    private readonly TestClock _clock = new();
    private readonly OwnModule _module = new();
    private readonly HostedPowerShell _shell;

    public HostedPowerShellTests() => _shell = _module.Host(_clock);

    public void Dispose()
    {
        _shell.Dispose();
        _module.Dispose();
    }

    [Fact]
    public void A_session_runs_signed_and_unsigned_scripts_knows_one_module_and_loads_no_other()
    {
        const string Module = @"C:\Windows\System32\WindowsPowerShell\v1.0\Modules\NetTCPIP\NetTCPIP.psd1";
        var state = SessionSettings.For(Module);
        // The engine of Linux sets no policy and checks none: the setting is all that can be tested here.
        Assert.Equal(ExecutionPolicy.Bypass, state.ExecutionPolicy);
        Assert.Equal([Module], state.Modules.Select(module => module.Name));
        Assert.Equal("None", Assert.Single(state.Variables, variable => variable.Name == "PSModuleAutoLoadingPreference").Value);
        Assert.True(state.ThrowOnRunspaceOpenError);
        Assert.All(
            state.Commands.OfType<SessionStateCmdletEntry>(),
            command => Assert.Equal("System.Management.Automation", command.ImplementingType.Assembly.GetName().Name)
        );
    }

    [Fact]
    public async Task A_command_gets_its_parameters_and_its_rows_become_bags()
    {
        _module.Write(
            """
            function Get-Thing([string] $Name, [uint32] $Number) {
                [pscustomobject]@{ Name = $Name; Number = $Number; Wrapped = [psobject]::new(10u); Empty = $null } |
                    ForEach-Object {
                        $_.psobject.Properties.Add([psscriptproperty]::new('Broken', { throw 'it has no value' }))
                        $_
                    }
            }
            """
        );
        var answer = await _shell.InvokeAsync(CmdletCommand.With("Get-Thing", ("Name", "Internet"), ("Number", 7u)), default);
        Assert.Null(answer.Error);
        Assert.Equal(
            [("Broken", null), ("Empty", null), ("Name", "Internet"), ("Number", 7u), ("Wrapped", (object?)10u)],
            Assert.Single(answer.Rows).Select(one => (one.Key, one.Value)).OrderBy(one => one.Key, StringComparer.Ordinal)
        );
    }

    [Fact]
    public async Task One_runspace_serves_all_commands_one_at_a_time_and_a_refusal_does_not_end_it()
    {
        _module.Write(
            """
            function Get-Thing { [CmdletBinding()] param() note begin; [System.Threading.Thread]::Sleep(1); note end }
            function Set-Thing {
                [CmdletBinding(SupportsShouldProcess)] param()
                $PSCmdlet.WriteError([System.Management.Automation.ErrorRecord]::new(
                    [InvalidOperationException]::new('refused'), 'Windows System Error 87', 'InvalidArgument', $null))
            }
            """
        );
        var answers = await Task.WhenAll(
            Enumerable
                .Range(0, 20)
                .Select(at => _shell.InvokeAsync(CmdletCommand.With(at % 2 == 0 ? "Set-Thing" : "Get-Thing"), default).AsTask())
        );
        Assert.Equal(
            Enumerable.Repeat(new PowerShellError("Windows System Error 87,Set-Thing", null, "refused"), 10),
            answers.Select(answer => answer.Error).OfType<PowerShellError>()
        );
        Assert.Equal(["loaded", .. Enumerable.Repeat((string[])["begin", "end"], 10).SelectMany(pair => pair)], _module.Noted);
    }

    [Fact]
    public async Task A_runspace_that_was_closed_is_made_anew()
    {
        _module.Write("function Get-Thing { [CmdletBinding()] param() [runspace]::DefaultRunspace.CloseAsync() }");
        await _shell.InvokeAsync(CmdletCommand.With("Get-Thing"), default);
        await Until.TrueAsync(
            () => HostedWindows.RunspaceOf(_shell).RunspaceStateInfo.State == RunspaceState.Closed,
            () => "the runspace stays open"
        );
        Assert.Null((await _shell.InvokeAsync(CmdletCommand.With("Get-Thing"), default)).Error);
        Assert.Equal(["loaded", "loaded"], _module.Noted);
    }

    [Fact]
    public async Task A_module_that_cannot_be_loaded_is_told_by_its_own_error_and_tried_again()
    {
        var error = (await _shell.InvokeAsync(CmdletCommand.With("Get-Thing"), default)).Error;
        Assert.Equal("Modules_ModuleNotFound,Microsoft.PowerShell.Commands.ImportModuleCommand", error?.Id);
        _module.Write("function Get-Thing { [CmdletBinding()] param() }");
        Assert.Null((await _shell.InvokeAsync(CmdletCommand.With("Get-Thing"), default)).Error);
    }

    [Fact]
    public async Task A_command_that_no_module_has_is_told_and_no_other_module_is_looked_for()
    {
        _module.Write("");
        var error = (await _shell.InvokeAsync(CmdletCommand.With("Get-NetTCPSetting"), default)).Error;
        Assert.Equal("CommandNotFoundException", error?.Id);
    }

    [Fact]
    public async Task An_engine_that_does_not_start_is_an_answer()
    {
        using var shell = new HostedPowerShell(
            () =>
                throw new TypeInitializationException(
                    "System.Management.Automation.PSVersionInfo",
                    new InvalidOperationException("The path is empty.")
                ),
            _clock
        );
        var answer = await shell.InvokeAsync(CmdletCommand.With("Get-NetTCPSetting"), default);
        Assert.Equal("TypeInitializationException", answer.Error?.Id);
        Assert.StartsWith("The engine of PowerShell did not start", answer.Error?.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_command_that_hangs_is_stopped_after_its_time_and_the_next_gets_another_runspace()
    {
        _module.Write(Hanging);
        var running = _shell.InvokeAsync(CmdletCommand.With("Get-Forever"), default).AsTask();
        await BegunAsync();
        _clock.Advance(PowerShellLimit.Span);
        Assert.Equal(PowerShellError.TimeLimit, (await running).Error?.Id);
        Assert.Null((await _shell.InvokeAsync(CmdletCommand.With("Get-Thing"), default)).Error);
        Assert.Equal(["loaded", "begin", "loaded"], _module.Noted);
    }

    [Fact]
    public async Task A_caller_who_gives_up_stops_the_command()
    {
        _module.Write(Hanging);
        using var cancel = new CancellationTokenSource();
        var running = _shell.InvokeAsync(CmdletCommand.With("Get-Forever"), cancel.Token).AsTask();
        await BegunAsync();
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
        Assert.Null((await _shell.InvokeAsync(CmdletCommand.With("Get-Thing"), default)).Error);
    }

    [Fact]
    public async Task While_a_command_that_cannot_be_stopped_runs_no_other_is_started()
    {
        using var gate = new ManualResetEventSlim();
        // A call into native code does not heed Stop: a broken provider of WMI.
        _module.Write("function Get-Native([object] $Gate) { note begin; $Gate.Wait() }\nfunction Get-Thing { [CmdletBinding()] param() }");
        var running = _shell.InvokeAsync(new PowerShellCommand("Get-Native", Parameters(("Gate", gate))), default).AsTask();
        await BegunAsync();
        _clock.Advance(PowerShellLimit.Span);
        // It is given five seconds to end.
        await Until.TrueAsync(() => Advanced(running), () => "the command is still waited for");
        Assert.Equal(PowerShellError.TimeLimit, (await running).Error?.Id);
        Assert.Equal(PowerShellError.TimeLimit, (await _shell.InvokeAsync(CmdletCommand.With("Get-Thing"), default)).Error?.Id);
        gate.Set();
        await Until.TrueAsync(
            async () => (await _shell.InvokeAsync(CmdletCommand.With("Get-Thing"), default)).Error is null,
            () => "no command runs"
        );
        Assert.Equal(["loaded", "begin", "loaded"], _module.Noted);
    }

    private const string Hanging =
        "function Get-Forever { [CmdletBinding()] param() note begin; while ($true) { [System.Threading.Thread]::Sleep(1) } }\n"
        + "function Get-Thing { [CmdletBinding()] param() }";

    private static Dictionary<string, object> Parameters(params (string Name, object Value)[] parameters) =>
        parameters.ToDictionary(one => one.Name, one => one.Value, StringComparer.Ordinal);

    private bool Advanced(Task running)
    {
        _clock.Advance(TimeSpan.FromSeconds(1));
        return running.IsCompleted;
    }

    private Task BegunAsync() => Until.TrueAsync(() => _module.Noted.Contains("begin"), () => "the command did not begin");
}
