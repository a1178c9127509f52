using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using IwTune.Lab;
using IwTune.Testing;

namespace IwTune.EndToEnd.Native;

/// <summary>A published native program, and what its compiler says about it.</summary>
/// <param name="File">The program.</param>
/// <param name="Contents">The compiler's list of contents (an assembly, <c>IlcGenerateMstatFile</c>).</param>
internal sealed record NativeProgram(string File, string Contents)
{
    private const byte LoadToken = 0xD0; // ECMA-335 §III.4.17, one for each listed type

    /// <summary>The daemon and the commands of a host.</summary>
    public static NativeProgram Host => Of("iwtune", "agent");

    /// <summary>Every command.</summary>
    public static NativeProgram Tools => Of("libexec/iwtune/iwtune-tools", "agent-tools");

    public long Bytes => new FileInfo(File).Length;

    /// <summary>Types in it, each instantiation of a generic type counted: each has a table that takes memory in the daemon.</summary>
    public int Types()
    {
        using var assembly = new PEReader(System.IO.File.OpenRead(Contents));
        var metadata = assembly.GetMetadataReader();
        var list = metadata
            .MethodDefinitions.Select(metadata.GetMethodDefinition)
            .Single(method => metadata.GetString(method.Name) == "Types");
        var code = assembly.GetMethodBody(list.RelativeVirtualAddress).GetILReader();
        var types = 0;
        // A token, then the size and the place of the name, both as constants.
        while (code.RemainingBytes > 1 && code.ReadByte() == LoadToken)
        {
            code.ReadInt32();
            SkipConstant(ref code);
            SkipConstant(ref code);
            types++;
        }
        return types;
    }

    private static void SkipConstant(ref BlobReader code)
    {
        var operation = code.ReadByte();
        code.Offset += operation switch
        {
            0x20 => sizeof(int), // ldc.i4
            0x1F => sizeof(sbyte), // ldc.i4.s
            _ => 0, // ldc.i4.0 to ldc.i4.8
        };
    }

    private static NativeProgram Of(string program, string folder)
    {
        var published = Binaries.Published;
        if (published is null)
            Lacking.Skip("the native agent is not published: run ./build.sh test --only fleet");
        return new(
            Path.Combine(Path.GetDirectoryName(published)!, program),
            Path.Combine(Binaries.Root, "artifacts/publish", folder, "iwtune.mstat")
        );
    }
}
