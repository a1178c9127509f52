using System.Management.Automation;
using System.Management.Automation.Runspaces;
using Shell = System.Management.Automation.PowerShell;

namespace IwTune.Agent.Windows.Templates.PowerShell;

/// <summary>
/// The engine of PowerShell 7 in this process: commands and parameters, never script text; one runspace, one command at a time.
/// </summary>
/// <param name="session">What a runspace starts with.</param>
/// <param name="clock">Times the limit.</param>
internal sealed class HostedPowerShell(Func<InitialSessionState> session, TimeProvider clock) : IPowerShell, IDisposable
{
    private readonly BoundedCalls _calls = new(PowerShellLimit.Span, clock);
    private Runspace? _runspace;
    private Shell? _running;

    /// <inheritdoc/>
    public string? Absent => null;

    /// <inheritdoc/>
    public async ValueTask<PowerShellAnswer> InvokeAsync(PowerShellCommand command, CancellationToken ct)
    {
        try
        {
            var (ended, answer) = await _calls.RunAsync(() => Invoke(command), Stop, ct);
            return ended ? answer! : Failed(new PowerShellError(PowerShellError.TimeLimit, null, "It was stopped."));
        }
        catch (Exception broken) when (broken is not OperationCanceledException)
        {
            // The engine itself: an assembly that is missing or of another runtime.
            return Failed(new PowerShellError(broken.GetType().Name, null, $"The engine of PowerShell did not start: {broken.Message}"));
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Forget();
        _calls.Dispose();
    }

    private PowerShellAnswer Invoke(PowerShellCommand command)
    {
        using var shell = Shell.Create();
        try
        {
            if (_runspace is { RunspaceStateInfo.State: not RunspaceState.Opened })
                Forget();
            shell.Runspace = _runspace ??= Open();
            shell.AddCommand(command.Name);
            foreach (var (name, value) in command.Parameters)
                shell.AddParameter(name, value);
            _running = shell;
            var rows = shell.Invoke().Select(Bag).ToList();
            return new(rows, shell.Streams.Error.FirstOrDefault() is { } error ? Told(error) : null);
        }
        catch (RuntimeException refused)
        {
            return Failed(Told((refused as RunspaceOpenModuleLoadException)?.ErrorRecords.FirstOrDefault() ?? refused.ErrorRecord));
        }
        finally
        {
            _running = null;
        }
    }

    private Runspace Open()
    {
        var runspace = RunspaceFactory.CreateRunspace(session());
        try
        {
            runspace.Open();
            return runspace;
        }
        catch
        {
            runspace.Dispose();
            throw;
        }
    }

    private void Stop()
    {
        // The next command gets another runspace, whatever happens to this one.
        var runspace = Interlocked.Exchange(ref _runspace, null);
        _running?.Stop();
        runspace?.Dispose();
    }

    private void Forget() => Interlocked.Exchange(ref _runspace, null)?.Dispose();

    private static Dictionary<string, object?> Bag(PSObject row)
    {
        var bag = new Dictionary<string, object?>(StringComparer.OrdinalIgnoreCase);
        foreach (var property in row.Properties)
            bag[property.Name] = Plain(property);
        return bag;
    }

    private static object? Plain(PSPropertyInfo property)
    {
        try
        {
            return property.Value is PSObject wrapped ? wrapped.BaseObject : property.Value;
        }
        catch (RuntimeException)
        {
            // A computed property that fails has no value.
            return null;
        }
    }

    private static PowerShellError Told(ErrorRecord error) =>
        new(error.FullyQualifiedErrorId ?? "", null, error.Exception?.Message ?? error.ToString() ?? "");

    private static PowerShellAnswer Failed(PowerShellError error) => new([], error);
}
