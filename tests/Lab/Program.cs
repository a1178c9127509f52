using IwTune.Lab.Demo;

return args switch
{
    ["demo"] => await DemoRun.StartAsync(keep: false),
    ["demo", "--keep"] => await DemoRun.StartAsync(keep: true),
    _ => Usage(),
};

static int Usage()
{
    Console.Error.WriteLine("usage: iwtune-lab demo [--keep]");
    return 64;
}
