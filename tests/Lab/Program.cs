using System.Globalization;
using IwTune.Lab;
using IwTune.Lab.AlikeArms;
using IwTune.Lab.Demo;
using IwTune.Lab.FleetDemo;
using IwTune.Lab.Reproducing;
using IwTune.Lab.Serving;

return args switch
{
    ["demo"] => await DemoRun.StartAsync(keep: false),
    ["demo", "--keep"] => await DemoRun.StartAsync(keep: true),
    ["demo-fleet", .. var words] => await FleetDemoRun.StartAsync(words),
    ["reproduce", .. var words] => await ReproduceRun.StartAsync(words, TimeProvider.System),
    ["alike", .. var words] => await AlikeRun.StartAsync(words),
    ["measure", "connect", var algorithm, .. var peers] => await Measure.ConnectAsync(algorithm, peers),
    ["measure", "listen", var algorithm, var port] => await Measure.ListenAsync(algorithm, int.Parse(port, CultureInfo.InvariantCulture)),
    ["measure", "serve", var algorithm, var port] => await Measure.ServeAsync(algorithm, int.Parse(port, CultureInfo.InvariantCulture)),
    ["probe", .. var parts] => ProbeMatrix.Run(parts),
    _ => Usage(),
};

static int Usage()
{
    Console.Error.WriteLine(
        $"usage: iwtune-lab demo [--keep] | {FleetDemoRun.Usage} | {ReproduceOptions.Usage} | {AlikeRun.Usage} | "
            + "probe [--rtt MS,MS…] [--cc NAME,NAME…] [--iw N,N…] | measure connect CC ADDRESS:PORT… | "
            + "measure listen CC PORT | measure serve CC PORT"
    );
    return 64;
}
