namespace IwTune.Lab.Wine;

/// <summary>The registry of a prefix, through Wine's own reg and regedit.</summary>
/// <param name="prefix">The prefix of the registry.</param>
public sealed class WineRegistry(WinePrefix prefix)
{
    /// <summary>Imports the text of a .reg file.</summary>
    public void Import(string text)
    {
        var file = Path.Combine(prefix.DriveC, "import.reg");
        File.WriteAllText(file, text.ReplaceLineEndings("\r\n"));
        prefix.Wine("regedit", "/S", WinePrefix.Windows(file));
        File.Delete(file);
    }

    /// <summary>Sets a text value.</summary>
    public void Set(string key, string name, string value) => prefix.Wine("reg", "add", key, "/v", name, "/d", value, "/f");

    /// <summary>A value as <c>reg query</c> prints it; <see langword="null"/> when there is none.</summary>
    public string? Value(string key, string name)
    {
        var found = prefix
            .Run("reg", "query", key, "/v", name)
            .Output.Split('\n')
            .Select(line => line.Trim())
            .FirstOrDefault(line => line.StartsWith(name + " ", StringComparison.OrdinalIgnoreCase));
        return found?.Split("    ", 3) is [_, _, var value] ? value : null;
    }

    /// <summary>True when there is such a key.</summary>
    public bool Has(string key) => prefix.Run("reg", "query", key).ExitCode == 0;
}
