using IwTune.Server.Storage;

namespace IwTune.Server.Tests.Running;

/// <summary>
/// A store as it is at one time, kept and brought back without <c>iwtune-server</c>: its file is copied, or its database by PostgreSQL.
/// </summary>
internal sealed class StoreImage : IAsyncDisposable
{
    private readonly string _directory,
        _image;

    private StoreImage(string directory, string image) => (_directory, _image) = (directory, image);

    /// <summary>Only while no server runs.</summary>
    public static async Task<StoreImage> KeepAsync(string directory)
    {
        if (await DatabaseAsync(directory) is not { } name)
        {
            var file = Path.Combine(Directory.CreateTempSubdirectory("iwtune-image-").FullName, Database.FileName);
            File.Copy(Path.Combine(directory, Database.FileName), file);
            return new(directory, file);
        }
        await TestStore.EndConnectionsOfAsync(name);
        await TestStore.AskAsync<object?>($"create database {name}_image template {name} strategy file_copy");
        return new(directory, $"{name}_image");
    }

    /// <inheritdoc cref="KeepAsync"/>
    public async Task BringBackAsync()
    {
        if (await DatabaseAsync(_directory) is { } name)
        {
            await TestStore.AskAsync<object?>($"drop database {name} with (force)");
            await TestStore.AskAsync<object?>($"create database {name} template {_image} strategy file_copy");
        }
        else
            File.Copy(_image, Path.Combine(_directory, Database.FileName), overwrite: true);
    }

    public async ValueTask DisposeAsync()
    {
        if (TestStore.IsPostgres)
            await TestStore.AskAsync<object?>($"drop database if exists {_image} with (force)");
        else
            Directory.Delete(Path.GetDirectoryName(_image)!, recursive: true);
    }

    private static async Task<string?> DatabaseAsync(string directory) => (await TestStore.UrlAsync(directory))?.Split('/', '?')[3];
}
