using IwTune.Chaos.Running.Stores;
using IwTune.Chaos.Schedules;
using IwTune.Lab;

namespace IwTune.Chaos.Running;

/// <summary>A server with its keys and tokens that no host has joined yet; each run has a copy, because making one takes seconds.</summary>
internal sealed class Template : IDisposable
{
    private readonly string folder;
    private readonly RunStore store;

    private Template(string folder, RunStore store, ServerToken enrolment, ServerToken administration) =>
        (this.folder, this.store, Enrolment, Administration) = (folder, store, enrolment, administration);

    /// <summary>Enrols any number of hosts.</summary>
    public ServerToken Enrolment { get; }

    /// <summary>An administrator's.</summary>
    public ServerToken Administration { get; }

    /// <summary>Makes it.</summary>
    public static async Task<Template> MakeAsync(StoreKind kind)
    {
        var store = RunStore.Make(kind);
        var folder = Directory.CreateTempSubdirectory("iwtune-chaos-").FullName;
        using var site = Site.Build(TimeSpan.FromMilliseconds(1));
        using var server = await Ground.StartServerAsync(site, Path.Combine(folder, "server"), store);
        var made = new Template(
            folder,
            store,
            server.CreateToken("--uses", "1000000", "--ttl", "30d"),
            server.CreateToken("--kind", "api", "--role", "admin", "--ttl", "30d")
        );
        server.Stop();
        store.Close();
        return made;
    }

    /// <summary>Copies it.</summary>
    /// <returns>The data directory of the copy.</returns>
    public string CopyTo(string run)
    {
        var data = Path.Combine(run, "server");
        Commands.Run("cp", "-a", Path.Combine(folder, "server"), data);
        return data;
    }

    /// <summary>Copies what its server stored.</summary>
    public RunStore CopyStore() => store.Copy();

    /// <inheritdoc/>
    public void Dispose()
    {
        store.Dispose();
        Directory.Delete(folder, recursive: true);
    }
}
