using System.Runtime.InteropServices;

namespace IwTune.Lab.Demo;

/// <summary>The demonstration from clean start to clean end, whatever happens in between.</summary>
internal static class DemoRun
{
    public static async Task<int> StartAsync(bool keep)
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

        var folder = Path.Combine(Path.GetTempPath(), $"iwtune-demo-{Environment.ProcessId}");
        try
        {
            foreach (var name in Leftovers.Sweep()) Screen.Note($"removed {name}, left behind by a demo that crashed");
            Directory.CreateDirectory(folder);
            // On a thread of its own: the stages wait for processes, and a signal must not wait for them.
            var stages = Task.Run(() => Stages.RunAsync(folder, keep, stop.Token));
            return await stages ? 0 : 1;
        }
        catch (Exception ended) when (stop.IsCancellationRequested && (ended is OperationCanceledException or LabException))
        {
            // Ctrl+C reaches the programs of the demonstration too, so a stage may fail before it sees that it was stopped.
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
            if (Directory.Exists(folder)) Directory.Delete(folder, recursive: true);
        }
    }
}
