namespace IwTune.Agent.Cli;

/// <summary>
/// A file that a command writes, whole or not at all: until it is complete its name ends with <c>.part</c>. This user alone may read it.
/// </summary>
internal sealed class NewFile : IDisposable
{
    private readonly string _nothing;
    private bool _done;

    private NewFile(string path, string nothing, FileStream stream) => (Path, _nothing, Stream) = (path, nothing, stream);

    /// <summary>Its full path.</summary>
    public string Path { get; }

    /// <summary>Its content so far; it can be read while it grows.</summary>
    public FileStream Stream { get; }

    /// <summary>Begins it. What a killed command left of it is not complete, and is overwritten.</summary>
    /// <param name="path">The file.</param>
    /// <param name="nothing">What was not done when it cannot be written: "Nothing was exported."</param>
    /// <exception cref="UsageException">There is a file or a directory of that name, or it cannot be written.</exception>
    public static NewFile Create(string path, string nothing)
    {
        var full = System.IO.Path.GetFullPath(path);
        if (Directory.Exists(full))
            throw new UsageException($"{path} cannot be written: It is a directory. Name a file in it. {nothing}");
        if (File.Exists(full))
            throw new UsageException($"{path} exists already; name another file, or remove it. {nothing}");
        try
        {
            return new(full, nothing, PrivateFile.Create(full + ".part", FileMode.Create));
        }
        catch (Exception denied) when (denied is IOException or UnauthorizedAccessException)
        {
            throw Unwritable(path, nothing, denied);
        }
    }

    /// <summary>Writes the whole file.</summary>
    /// <returns>What the writer returns.</returns>
    /// <exception cref="UsageException">As in <see cref="Create"/>, or the disk does not take it.</exception>
    public static async Task<T> WriteAsync<T>(string path, string nothing, Func<FileStream, Task<T>> write)
    {
        using var file = Create(path, nothing);
        try
        {
            var written = await write(file.Stream);
            file.Stream.Flush(flushToDisk: true);
            file.Finish();
            return written;
        }
        catch (Exception full) when (full is IOException or UnauthorizedAccessException)
        {
            throw Unwritable(path, nothing, full);
        }
    }

    /// <summary>It is complete, and gets its name.</summary>
    /// <exception cref="UsageException">A file of that name was made meanwhile.</exception>
    public void Finish()
    {
        Stream.Dispose();
        try
        {
            File.Move(Path + ".part", Path, overwrite: false);
        }
        catch (Exception taken) when (taken is IOException or UnauthorizedAccessException)
        {
            throw Unwritable(Path, _nothing, taken);
        }
        _done = true;
    }

    public void Dispose()
    {
        if (_done)
            return;
        Stream.Dispose();
        try
        {
            File.Delete(Path + ".part");
        }
        catch (Exception kept) when (kept is IOException or UnauthorizedAccessException)
        {
            // The reason why the file is not complete says more, and '.part' says that it is not.
        }
    }

    private static UsageException Unwritable(string path, string nothing, Exception why) =>
        new($"{path} cannot be written: {why.Message.TrimEnd('.')}. Name a file in a directory that you may write to. {nothing}", why);
}
