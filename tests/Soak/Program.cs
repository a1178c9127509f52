using System.Globalization;
using IwTune.Lab;
using IwTune.Soak;

CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
var (options, problem) = SoakOptions.Read(args);
if (options is null)
{
    Console.Error.WriteLine($"{problem}\nusage: {SoakOptions.Usage}");
    return 64;
}
return await LabRun.StartAsync(ct => new SoakRun(options).RunAsync(ct));
