using System.Runtime.InteropServices;
using IwTune.Lab.Demo;

namespace IwTune.Lab;

/// <summary>A long run of the laboratory that starts and ends cleanly, whatever happens in between.</summary>
internal static class LabRun
{
    /// <param name="work">
    /// The run, on its own thread: it waits for processes, and a signal must not wait for them. False is exit code 1.
    /// </param>
    /// <returns>0 or 1 as the work returns, 130 when it was stopped, 5 without the privileges.</returns>
    public static async Task<int> StartAsync(Func<CancellationToken, Task<bool>> work)
    {
        if (Privileges.Missing is { } reason)
        {
            await Console.Error.WriteLineAsync(reason);
            return 5;
        }
        using var stop = new CancellationTokenSource();
        // Ctrl+C and SIGTERM end the thread below, and its `using`s remove everything.
        using var interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop);
        using var terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop);
        using var hangUp = PosixSignalRegistration.Create(PosixSignal.SIGHUP, Stop);
        void Stop(PosixSignalContext signal)
        {
            signal.Cancel = true;
            stop.Cancel();
        }

        try
        {
            foreach (var name in Leftovers.Sweep())
                Screen.Note($"removed {name}, left behind by a run that crashed");
            return await Task.Run(() => work(stop.Token)) ? 0 : 1;
        }
        catch (Exception ended) when (stop.IsCancellationRequested && (ended is OperationCanceledException or LabException))
        {
            // Ctrl+C also reaches the programs of a run, so it may fail before it notices the stop.
            Screen.Note("stopped; everything is removed");
            return 130;
        }
        catch (LabException failed)
        {
            Screen.Failed(failed.Message);
            return 1;
        }
        finally
        {
            Leftovers.RemoveOwn();
        }
    }

    /// <inheritdoc cref="StartAsync(Func{CancellationToken, Task{bool}})"/>
    public static Task<int> StartAsync(Func<CancellationToken, bool> work) => StartAsync(ct => Task.FromResult(work(ct)));
}
