using System.Globalization;
using IwTune.Chaos;
using IwTune.Lab;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
var (options, problem) = ChaosOptions.Read(args);
if (options is null)
{
    Console.Error.WriteLine($"{problem}\nusage: {ChaosOptions.Usage}");
    return 64;
}
return await LabRun.StartAsync(ct => new ChaosRun(options).RunAsync(ct));
