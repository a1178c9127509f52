using System.Text.Json;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Control;

/// <summary>The bundles a host keeps: the last good one, a candidate that waits for its confirmation, and what must not come back.</summary>
public sealed class BundleStore
{
    /// <summary>Its file in the state directory.</summary>
    public const string Name = "bundles.json";

    private readonly string _path;

    private BundleStore(string path, StoredBundles content, string problem)
    {
        _path = path;
        Content = content;
        Problem = problem;
    }

    /// <summary>What is kept now.</summary>
    public StoredBundles Content { get; private set; }

    /// <summary>Why the file could not be read at start, as a sentence; empty when it could. The host then waits for the server's bundle.</summary>
    public string Problem { get; }

    /// <summary>Reads the store. A damaged file is reported and set aside, not fatal: the windows on the host stay as they are.</summary>
    public static BundleStore Open(string path)
    {
        try
        {
            return File.Exists(path)
                ? new BundleStore(path, JsonSerializer.Deserialize(SharedFile.ReadAllBytes(path), ControlJson.Default.StoredBundles) ?? new(), "")
                : new BundleStore(path, new(), "");
        }
        catch (JsonException)
        {
            var aside = path + ".damaged";
            File.Move(path, aside, overwrite: true);
            return new BundleStore(path, new(), $"The stored bundle was damaged and is set aside as {aside}; the next bundle from the server replaces it.");
        }
    }

    /// <summary>Replaces what is kept, on disk first.</summary>
    /// <exception cref="IOException">The disk does not take it; what was kept is still kept.</exception>
    public void Save(StoredBundles content)
    {
        DurableFile.Replace(_path, JsonSerializer.SerializeToUtf8Bytes(content, ControlJson.Default.StoredBundles));
        Content = content;
    }

    /// <summary>Forgets everything.</summary>
    public void Delete()
    {
        DurableFile.Remove(_path);
        Content = new();
    }
}
