using System.Globalization;
using System.Runtime.InteropServices;
using IwTune.Swarm.Commands;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
var (arguments, problem) = Arguments.Read(args);
if (arguments is null)
{
    Console.Error.WriteLine($"{problem}\n{Arguments.Usage}");
    return 64;
}
using var stop = new CancellationTokenSource();
using var interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop);
using var terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop);
return await new SwarmRun(arguments).RunAsync(stop.Token);

void Stop(PosixSignalContext signal)
{
    signal.Cancel = true;
    stop.Cancel();
}
