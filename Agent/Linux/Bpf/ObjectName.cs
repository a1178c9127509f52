using System.Runtime.CompilerServices;
using System.Text;

namespace IwTune.Agent.Linux.Bpf;

/// <summary>The name of a program or map, as bpftool shows it: BPF_OBJ_NAME_LEN bytes with a final zero.</summary>
[InlineArray(Length)]
internal struct ObjectName
{
    public const int Length = 16;

    private byte _first;

    public static ObjectName Of(string name)
    {
        var result = default(ObjectName);
        if (name.Length >= Length)
            throw new ArgumentOutOfRangeException(nameof(name), name, "too long a name for a BPF object");
        Encoding.ASCII.GetBytes(name, result);
        return result;
    }
}
