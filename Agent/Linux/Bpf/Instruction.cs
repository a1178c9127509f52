using System.Runtime.InteropServices;

namespace IwTune.Agent.Linux.Bpf;

/// <summary>
/// One eBPF instruction, 8 bytes, as RFC 9669 section 3 lays it out on a little-endian machine. Only what kernel 4.16 knows.
/// </summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct Instruction
{
    private const byte LoadWord = 0x61,
        StoreValue = 0x62,
        StoreWord = 0x63,
        LoadWide = 0x18;
    private const byte MoveValue = 0xb7,
        MoveRegister = 0xbf,
        MoveWord = 0xb4,
        AddValue = 0x07;
    private const byte Always = 0x05,
        EqualsValue = 0x15,
        DiffersFromValue = 0x55,
        DiffersFromRegister = 0x5d,
        AtMostValue = 0xb5;
    private const byte CallFunction = 0x85,
        Leave = 0x95;

    private readonly byte _code;
    private readonly byte _registers;
    private readonly short _offset;
    private readonly int _immediate;

    private Instruction(byte code, Register target = Register.R0, Register source = Register.R0, int offset = 0, int immediate = 0) =>
        (_code, _registers, _offset, _immediate) = (code, (byte)((byte)target | ((byte)source << 4)), checked((short)offset), immediate);

    /// <summary>target = value</summary>
    public static Instruction Set(Register target, int value) => new(MoveValue, target, immediate: value);

    /// <summary>target = value, its upper half zero.</summary>
    public static Instruction SetWord(Register target, uint value) => new(MoveWord, target, immediate: unchecked((int)value));

    /// <summary>target = source</summary>
    public static Instruction Copy(Register target, Register source) => new(MoveRegister, target, source);

    /// <summary>target += value</summary>
    public static Instruction Add(Register target, int value) => new(AddValue, target, immediate: value);

    /// <summary>target = the 32-bit word at address + offset, its upper half zero.</summary>
    public static Instruction Read(Register target, Register address, int offset) => new(LoadWord, target, address, offset);

    /// <summary>The 32-bit word at address + offset = source</summary>
    public static Instruction Write(Register address, int offset, Register source) => new(StoreWord, address, source, offset);

    /// <summary>The 32-bit word at address + offset = value</summary>
    public static Instruction WriteValue(Register address, int offset, int value) =>
        new(StoreValue, address, offset: offset, immediate: value);

    /// <summary>
    /// target = the map behind this descriptor. It takes the place of two: the second carries the constant's upper half, which is zero.
    /// </summary>
    public static Instruction Map(Register target, int descriptor)
    {
        const Register mapDescriptor = Register.R1; // BPF_PSEUDO_MAP_FD, in the source field
        return new(LoadWide, target, mapDescriptor, immediate: descriptor);
    }

    public static Instruction Call(KernelFunction function) => new(CallFunction, immediate: (int)function);

    /// <summary>Ends the program; r0 is its verdict.</summary>
    public static Instruction Exit() => new(Leave);

    public static Instruction Jump() => new(Always);

    public static Instruction JumpIfEqual(Register register, int value) => new(EqualsValue, register, immediate: value);

    public static Instruction JumpIfNot(Register register, int value) => new(DiffersFromValue, register, immediate: value);

    public static Instruction JumpIfNot(Register register, Register other) => new(DiffersFromRegister, register, other);

    /// <summary>Compares without sign. Since kernel 4.14.</summary>
    public static Instruction JumpIfAtMost(Register register, int value) => new(AtMostValue, register, immediate: value);

    /// <summary>How many places it takes.</summary>
    public int Places => _code == LoadWide ? 2 : 1;

    /// <summary>Names where a jump goes.</summary>
    public Line To(string label) => new(this, label);

    /// <summary>This jump, over so many places.</summary>
    public Instruction Over(int places) => new(_code, (Register)(_registers & 0xf), (Register)(_registers >> 4), places, _immediate);
}
