namespace IwTune.Benchmarks.Measuring;

/// <summary>A temporary folder, removed when disposed.</summary>
internal sealed class Scratch : IDisposable
{
    public string Root { get; } = Directory.CreateTempSubdirectory("iwtune-bench-").FullName;

    /// <summary>A path below it; creates nothing.</summary>
    public string At(string name) => Path.Combine(Root, name);

    /// <summary>Writes a file below it.</summary>
    /// <returns>Its path.</returns>
    public string Write(string name, string content)
    {
        var file = At(name);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, content);
        return file;
    }

    public void Dispose() => Directory.Delete(Root, recursive: true);
}
