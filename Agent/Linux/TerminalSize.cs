using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux;

/// <summary>
/// The width of the terminal at standard output, from the kernel: Console.WindowWidth writes to it first, as Console's streams do.
/// </summary>
internal static partial class TerminalSize
{
    private const nuint GetWindowSize = 0x5413; // TIOCGWINSZ, ioctl_tty(2)

    /// <summary>Columns; <see langword="null"/> when it is no terminal, or one that does not know its width (0).</summary>
    public static int? Columns() => Control(1, GetWindowSize, out var size) == 0 && size.Columns > 0 ? size.Columns : null;

    [LibraryImport("libc", EntryPoint = "ioctl")]
    private static partial int Control(int descriptor, nuint request, out WindowSize size);

    /// <summary><c>struct winsize</c>.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private readonly struct WindowSize
    {
        private readonly ushort _rows;
        public readonly ushort Columns;
        private readonly ushort _width;
        private readonly ushort _height;
    }
}
