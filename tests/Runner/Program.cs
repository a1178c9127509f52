using System.Globalization;
using System.Runtime.InteropServices;
using IwTune.Runner;
using IwTune.Runner.Running;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
var (options, problem) = RunOptions.Read(args);
if (options is null)
{
    Console.Error.WriteLine($"{problem}\n{RunOptions.Usage}");
    return 64;
}
using var stop = new CancellationTokenSource();
using var interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop);
using var terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop);
return await new ReportedRun(Directory.GetCurrentDirectory(), options, Console.Out).GoAsync(stop);

void Stop(PosixSignalContext signal)
{
    signal.Cancel = true;
    stop.Cancel();
}
