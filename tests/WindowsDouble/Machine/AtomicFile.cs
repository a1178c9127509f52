namespace IwTune.WindowsDouble.Machine;

/// <summary>A file that is complete at every moment: a reader without the lock sees the old or the new content.</summary>
internal static class AtomicFile
{
    public static void Write(string path, byte[] bytes)
    {
        var fresh = path + ".new";
        File.WriteAllBytes(fresh, bytes);
        File.Move(fresh, path, overwrite: true);
    }
}
