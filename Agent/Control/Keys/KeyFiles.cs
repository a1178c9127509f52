using System.Security.Cryptography;
using IwTune.Agent.Engine.State;

namespace IwTune.Agent.Control.Keys;

/// <summary>
/// The files of host keys in the state directory. Each key has a file of its own, so that a new key never replaces one in use.
/// </summary>
/// <param name="state">The state directory.</param>
/// <param name="extension">Of one kind of keys, with its dot.</param>
internal sealed class KeyFiles(string state, string extension)
{
    private const string Prefix = "host-";
    private const int NameBytes = 8;

    /// <summary>What to do where a key is lost.</summary>
    public const string WayOut = "'iwtune enroll --again' enrols again with a new key and changes no window.";

    /// <summary>Writes the file of a new key.</summary>
    /// <returns>Its name, or why it was not written.</returns>
    public (string Name, string Problem) Write(ReadOnlySpan<byte> publicKey, ReadOnlySpan<byte> content)
    {
        var name = Prefix + Convert.ToHexString(SHA256.HashData(publicKey).AsSpan(0, NameBytes)).ToLowerInvariant() + extension;
        try
        {
            Directory.CreateDirectory(state);
            DurableFile.Replace(Path.Combine(state, name), content);
            return (name, "");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return ("", $"The host key cannot be written: {e.Message}");
        }
    }

    /// <summary>Reads the file of a key.</summary>
    public (byte[]? Content, string Problem) Read(string name)
    {
        // The name comes from a file, which may have been edited.
        var path = Path.Combine(state, Path.GetFileName(name));
        try
        {
            return (SharedFile.ReadAllBytes(path), "");
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return (null, $"The key of this host is missing: there is no {path}. Restore the file, or {WayOut}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return (null, $"The key of this host cannot be read: {e.Message}");
        }
    }

    /// <summary>Removes the file of a useless key. A key that no identity names opens nothing.</summary>
    public void Remove(string name)
    {
        try
        {
            DurableFile.Remove(Path.Combine(state, name));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException) { }
    }

    /// <summary>What is wrong with a file that cannot be understood.</summary>
    public string Damaged(string name) =>
        $"The key of this host is damaged: {Path.Combine(state, Path.GetFileName(name))}. Restore the file, or {WayOut}";

    /// <summary>Removes every other file of this kind.</summary>
    public void KeepOnly(string? name)
    {
        if (!Directory.Exists(state))
            return;
        foreach (
            var other in Directory
                .EnumerateFiles(state, Prefix + "*" + extension)
                .Select(path => Path.GetFileName(path))
                .Where(other => other != name)
        )
            Remove(other);
    }
}
