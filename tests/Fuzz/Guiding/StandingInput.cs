using System.IO.MemoryMappedFiles;

namespace IwTune.Fuzz.Guiding;

/// <summary>
/// The input that is being read, in a file that outlives the process: a stack that overflows ends it without an exception.
/// </summary>
internal sealed unsafe class StandingInput : IDisposable
{
    private readonly MemoryMappedFile _file;
    private readonly MemoryMappedViewAccessor _view;
    private readonly byte* _at;

    private StandingInput(MemoryMappedFile file, byte[]? left)
    {
        (_file, Left) = (file, left);
        _view = file.CreateViewAccessor();
        _view.SafeMemoryMappedViewHandle.AcquirePointer(ref _at);
        *(int*)_at = -1;
    }

    /// <summary>The input within which the last process ended; <see langword="null"/> when it ended by itself.</summary>
    public byte[]? Left { get; }

    public static StandingInput Open(string path, int longest)
    {
        byte[]? left = null;
        if (
            File.Exists(path)
            && File.ReadAllBytes(path) is { Length: > sizeof(int) } found
            && BitConverter.ToInt32(found) is >= 0 and var length
        )
            left = found.AsSpan(sizeof(int), Math.Min(length, found.Length - sizeof(int))).ToArray();
        return new(MemoryMappedFile.CreateFromFile(path, FileMode.Create, null, sizeof(int) + longest), left);
    }

    public void Hold(ReadOnlySpan<byte> input)
    {
        input.CopyTo(new(_at + sizeof(int), input.Length));
        *(int*)_at = input.Length;
    }

    public void Dispose()
    {
        *(int*)_at = -1;
        _view.SafeMemoryMappedViewHandle.ReleasePointer();
        _view.Dispose();
        _file.Dispose();
    }
}
