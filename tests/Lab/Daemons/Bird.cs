namespace IwTune.Lab;

/// <summary>A real routing daemon, BIRD, that writes its own routes into a namespace's main table (protocol 12).</summary>
public sealed class Bird : IDisposable
{
    private const int HangUp = 1;

    private readonly string folder = Directory.CreateTempSubdirectory("iwt-bird-").FullName;
    private readonly NetNamespace space;
    private readonly LabProcess process;

    private Bird(NetNamespace space, string routes, string export)
    {
        this.space = space;
        Export = export;
        Configure(routes);
        process = space.Start("bird", "-f", "-c", Configuration, "-s", Path.Combine(folder, "control"));
    }

    private string Export { get; }

    /// <summary>Its output.</summary>
    public string Output => process.Output;

    /// <summary>Starts it and waits until its routes are in the kernel.</summary>
    /// <param name="space">The namespace.</param>
    /// <param name="routes">The routes of its static protocol for IPv4, one a line: <c>route 0.0.0.0/0 via 10.60.0.1;</c></param>
    public static async Task<Bird> StartAsync(NetNamespace space, string routes, string export = "export all;")
    {
        var bird = new Bird(space, routes, export);
        try
        {
            await bird.ExportedAsync(routes.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Length);
            return bird;
        }
        catch
        {
            bird.Dispose();
            throw;
        }
    }

    /// <summary>Gives it other routes while it runs and waits until they are in the kernel.</summary>
    public async Task ChangeAsync(string routes)
    {
        Configure(routes);
        Native.Signal(process.Id, HangUp);
        await ExportedAsync(routes.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Length);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        process.Dispose();
        Directory.Delete(folder, recursive: true);
    }

    private string Configuration => Path.Combine(folder, "bird.conf");

    private void Configure(string routes) =>
        File.WriteAllText(
            Configuration,
            $$"""
            router id 192.0.2.99;
            protocol device { scan time 1; }
            protocol kernel { scan time 1; ipv4 { {{Export}} import none; }; }
            protocol static {
              ipv4;
              {{routes}}
            }

            """
        );

    private Task ExportedAsync(int count) =>
        Until.TrueAsync(
            () =>
                process is { Ended: false }
                && space.Ip("-4 route show proto bird").Split('\n').Count(line => line.Length > 0 && line[0] is not (' ' or '\t')) == count,
            () => $"bird did not write {count} routes.\n{space.Ip("route show")}{Output}"
        );
}
