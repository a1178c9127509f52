using IwTune.Lab;

namespace IwTune.EndToEnd.Native;

/// <summary>
/// A program of root must not load what happens to lie beside it, and each search costs a start some tenths of a millisecond.
/// </summary>
public sealed class LibraryLookupTests
{
    [Fact]
    public void The_shipped_agent_looks_for_no_library_in_its_own_folder()
    {
        var trace = Path.GetTempFileName();
        try
        {
            Commands.Run("strace", "-f", "-e", "trace=open,openat", "-o", trace, NativeProgram.Host.File, "--version");
            var opened = File.ReadAllLines(trace);
            Assert.Contains(opened, line => line.Contains("/libc.so.6", StringComparison.Ordinal));
            var folder = Path.GetDirectoryName(NativeProgram.Host.File)!;
            Assert.DoesNotContain(
                opened,
                line => line.Contains(folder + "/", StringComparison.Ordinal) && line.Contains(".so", StringComparison.Ordinal)
            );
        }
        finally
        {
            File.Delete(trace);
        }
    }
}
