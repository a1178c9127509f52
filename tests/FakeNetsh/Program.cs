using IwTune.FakeNetsh;
using IwTune.WindowsDouble.Netsh;

// The machine's location is in a file beside the program, not in the environment: a service's child does not inherit ours.
if (Place.Find() is not { } machine)
{
    Console.Error.WriteLine($"emulated netsh: there is no machine: {Place.File} does not name a state file");
    return NetshAnswer.NoMachine;
}
var answer = NetshDouble.Run(machine, args);
using (var output = Console.OpenStandardOutput())
    output.Write(answer.Output);
Console.Error.Write(answer.Errors);
await Task.Delay(answer.Hangs ? Timeout.InfiniteTimeSpan : answer.Delay);
return answer.ExitCode;
