namespace IwTune.Agent.Windows.ServiceControl;

/// <summary>Installs and removes the agent's service; every step may be repeated.</summary>
/// <param name="database">The service control manager.</param>
/// <param name="time">Measures the wait for a service.</param>
public sealed class ServiceInstallation(IServiceDatabase database, TimeProvider time)
{
    /// <summary>A stop waits for the step in progress; netsh alone has 30 s.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(90);

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(250);

    /// <summary>Installs it, or corrects an installed one.</summary>
    /// <returns>Whether it was not there before; and what could not be set, as sentences.</returns>
    /// <exception cref="ServiceControlException">The manager refused.</exception>
    public (bool IsNew, string Note) Install(string program, IReadOnlyList<string> more)
    {
        var isNew = database.Find() is null;
        var note = database.Enter(WindowsArguments.Join([program, .. ServiceDefinition.Arguments, .. more]), isNew);
        database.SetEventSource(present: true);
        return (isNew, note);
    }

    /// <summary>Stops it and returns when it has stopped.</summary>
    /// <exception cref="ServiceControlException">It did not stop in time, or the manager refused.</exception>
    public async Task StopAsync(CancellationToken ct)
    {
        var began = time.GetTimestamp();
        var asked = false;
        while (database.Find() is { State: not ServiceState.Stopped } found)
        {
            // Before it runs it accepts no control request; then it gets one.
            if (!asked && found.State == ServiceState.Running)
            {
                database.Stop();
                asked = true;
                continue;
            }
            if (time.GetElapsedTime(began) > Patience)
                throw new ServiceControlException(
                    $"The service {ServiceDefinition.Name} has not stopped within {Patience.TotalSeconds:0} seconds (process "
                        + $"{found.Process}). Nothing was removed. Look into its log, or end the process, then try again."
                );
            await Task.Delay(Pause, time, ct);
        }
    }

    /// <summary>Removes the stopped service and its event source.</summary>
    /// <exception cref="ServiceControlException">The manager refused.</exception>
    public void Remove()
    {
        database.Delete();
        database.SetEventSource(present: false);
    }

    /// <summary>The value of an option of an installed service, as in <c>--state</c>; <see langword="null"/> when it has none.</summary>
    public static string? Told(ServiceEntry entry, string option)
    {
        var arguments = WindowsArguments.Split(entry.CommandLine);
        for (var i = 1; i < arguments.Count; i++)
        {
            if (arguments[i] == option && i + 1 < arguments.Count)
                return arguments[i + 1];
            if (arguments[i].StartsWith(option + "=", StringComparison.Ordinal))
                return arguments[i][(option.Length + 1)..];
        }
        return null;
    }
}
